// A minimal app that can be launched: launch, authorize, callback, code exchange, FHIR read. Java 17 or newer, no packages.
//   java App.java          reads app.env; COMPLETE_TASK=1 asks whether to complete the task that was launched
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

public class App {
  static final Map<String, String> ENVIRONMENT = environment("app.env");
  static final String FHIR_BASE = setting("FHIR_BASE", null);
  static final String CLIENT_ID = setting("CLIENT_ID", null);
  static final String REDIRECT_URI = setting("REDIRECT_URI", null);
  static final String KEY_ID = setting("KEY_ID", null);
  static final int PORT = Integer.parseInt(setting("PORT", "8080"));
  static final String STATE_COOKIE = "app_state_" + PORT; // browsers send the cookies of a host to each of its ports
  static final Duration LAUNCH_LIFETIME = Duration.ofMinutes(10); // a person may have to log in
  static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  record Launch(Map<String, Object> server, String nonce, String verifier, Instant until) {}
  record Opened(Map<String, Object> server, String task, Instant until) {}

  /** What this server must remember of a launch, by state; a real app uses a store. */
  static final Map<String, Launch> launches = new ConcurrentHashMap<>();
  /** The tasks that are open, by the same; they are only completed when the person asks for it. */
  static final Map<String, Opened> opened = new ConcurrentHashMap<>();
  static final String COMPLETE_BUTTON = "<form method='post' action='/complete'><button>Complete this task</button></form>";
  static RSAPrivateCrtKey key;

  public static void main(String[] arguments) throws Exception {
    key = readKey(Path.of(setting("PRIVATE_KEY_FILE", "private.pem")));
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress("localhost", PORT), 0);
    } catch (java.net.BindException taken) {
      System.err.println("Port " + PORT + " is taken: set PORT to another one.");
      System.exit(1);
      return;
    }
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", App::answer);
    server.start();
    System.out.println("The app listens on http://localhost:" + PORT);
  }

  static void answer(HttpExchange exchange) throws IOException {
    try {
      boolean post = exchange.getRequestMethod().equals("POST");
      Map<String, String> params = parameters(post ? form(exchange) : exchange.getRequestURI().getRawQuery());
      switch (exchange.getRequestURI().getPath()) {
        case "/launch" -> launch(exchange, params);
        case "/callback" -> callback(exchange, params);
        case "/complete" -> completeOpened(exchange, post);
        case "/jwks.json" -> send(exchange, 200, "application/json", Json.write(jwks()));
        case "/" -> page(exchange, 200, "My app", "Open a task in the portal to launch me.");
        default -> page(exchange, 404, "My app", "There is nothing here.");
      }
    } catch (Exception error) {
      System.err.println(error);
      page(exchange, 400, "The launch failed", String.valueOf(error.getMessage()));
    }
  }

  /** 1. The launch: check its sender, discover the endpoints, and send the browser to authorize. */
  static void launch(HttpExchange exchange, Map<String, String> params) throws Exception {
    if (!FHIR_BASE.equals(params.get("iss"))) throw new IllegalStateException("iss is not the FHIR base that this app trusts");
    Map<String, Object> server = getJson(FHIR_BASE + "/.well-known/smart-configuration", null);
    String state = random(), nonce = random(), verifier = random();
    launches.values().removeIf(launch -> launch.until().isBefore(Instant.now()));
    opened.values().removeIf(open -> open.until().isBefore(Instant.now()));
    launches.put(state, new Launch(server, nonce, verifier, Instant.now().plus(LAUNCH_LIFETIME)));
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", CLIENT_ID);
    query.put("redirect_uri", REDIRECT_URI);
    query.put("scope", "launch openid fhirUser");
    query.put("state", state);
    query.put("nonce", nonce);
    query.put("aud", FHIR_BASE);
    query.put("launch", params.getOrDefault("launch", ""));
    query.put("code_challenge", base64url(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII))));
    query.put("code_challenge_method", "S256");
    exchange.getResponseHeaders().set("Location", server.get("authorization_endpoint") + "?" + encoded(query));
    exchange.getResponseHeaders().set("Set-Cookie", STATE_COOKIE + "=" + state + "; Path=/; HttpOnly; SameSite=Lax");
    exchange.sendResponseHeaders(303, -1);
    exchange.close();
  }

  /** 2. The callback: check that the answer is for this browser and from this server, exchange the code, and read. */
  static void callback(HttpExchange exchange, Map<String, String> params) throws Exception {
    String state = params.getOrDefault("state", "");
    Launch started = launches.remove(state);
    if (started == null || started.until().isBefore(Instant.now()) || !state.equals(cookieState(exchange)))
      throw new IllegalStateException("This answer is not of a launch in this browser. Open the task again.");
    if (!started.server().get("issuer").equals(params.get("iss"))) throw new IllegalStateException("This answer is of another server");
    if (params.containsKey("error")) throw new IllegalStateException(params.get("error") + ": " + params.get("error_description"));
    Map<String, Object> context = token(started.server(), new LinkedHashMap<>(Map.of(
        "grant_type", "authorization_code",
        "code", params.getOrDefault("code", ""),
        "redirect_uri", REDIRECT_URI,
        "code_verifier", started.verifier())));
    Map<String, Object> user = verifyIdToken((String) context.get("id_token"), started);
    Object patient = context.get("patient");
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("user", user.get("sub"));
    shown.put("role", context.get("role"));
    shown.put("task", context.get("task"));
    shown.put("record", read(started.server(), patient == null ? (String) context.get("sub") : "Patient/" + patient));
    boolean asks = "1".equals(setting("COMPLETE_TASK", "0"));
    if (asks) opened.put(state, new Opened(started.server(), (String) context.get("task"), Instant.now().plus(LAUNCH_LIFETIME)));
    page(exchange, 200, "The launch is open", Json.write(shown), asks ? COMPLETE_BUTTON : "");
  }

  /** The person presses the button: the task is the one of the launch in this browser, and no other. */
  static void completeOpened(HttpExchange exchange, boolean post) throws Exception {
    String state = cookieState(exchange);
    Opened open = post ? opened.get(state) : null;
    if (open == null || open.until().isBefore(Instant.now()))
      throw new IllegalStateException("No task is open in this browser. Open it again.");
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("task", open.task());
    shown.put("completed", complete(open.server(), open.task()));
    opened.remove(state);
    page(exchange, 200, "The task is completed", Json.write(shown));
  }

  static String cookieState(HttpExchange exchange) {
    String cookies = String.join("; ", exchange.getRequestHeaders().getOrDefault("Cookie", List.of()));
    for (String pair : cookies.split("; "))
      if (pair.startsWith(STATE_COOKIE + "=")) return pair.substring(STATE_COOKIE.length() + 1);
    return "";
  }

  /** 3. Every token request is signed: client_assertion, RFC 7523. */
  static Map<String, Object> token(Map<String, Object> server, Map<String, String> form) throws Exception {
    String endpoint = (String) server.get("token_endpoint");
    String header = Json.write(Map.of("alg", "RS384", "kid", KEY_ID, "typ", "JWT"));
    long now = Instant.now().getEpochSecond();
    String claims = Json.write(Map.of("iss", CLIENT_ID, "sub", CLIENT_ID, "aud", endpoint,
        "iat", now, "exp", now + 120, "jti", random()));
    String input = base64url(header.getBytes(StandardCharsets.UTF_8)) + "." + base64url(claims.getBytes(StandardCharsets.UTF_8));
    Signature signer = Signature.getInstance("SHA384withRSA");
    signer.initSign(key);
    signer.update(input.getBytes(StandardCharsets.US_ASCII));
    form.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    form.put("client_assertion", input + "." + base64url(signer.sign()));
    return json(HttpRequest.newBuilder(URI.create(endpoint)).timeout(Duration.ofSeconds(10))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(encoded(form))).build());
  }

  /** 4. Who is logged in: signature, issuer, audience, time and nonce of the id_token. */
  static Map<String, Object> verifyIdToken(String idToken, Launch started) throws Exception {
    String[] parts = idToken.split("\\.");
    Map<String, Object> header = Json.object(text(parts[0]));
    if (!"RS256".equals(header.get("alg"))) throw new IllegalStateException("The id_token has another algorithm");
    Signature verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(publicKey((String) started.server().get("jwks_uri"), header.get("kid")));
    verifier.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    if (!verifier.verify(Base64.getUrlDecoder().decode(parts[2]))) throw new IllegalStateException("The id_token is not signed by the server");
    Map<String, Object> user = Json.object(text(parts[1]));
    boolean holds = started.server().get("issuer").equals(user.get("iss")) && CLIENT_ID.equals(user.get("aud"))
        && started.nonce().equals(user.get("nonce")) && ((Number) user.get("exp")).longValue() >= Instant.now().getEpochSecond();
    if (!holds) throw new IllegalStateException("The id_token is not for this launch");
    return user;
  }

  static PublicKey publicKey(String jwksUri, Object kid) throws Exception {
    for (Object one : (List<?>) getJson(jwksUri, null).get("keys")) {
      Map<?, ?> jwk = (Map<?, ?>) one;
      if (!jwk.get("kid").equals(kid)) continue;
      BigInteger modulus = new BigInteger(1, Base64.getUrlDecoder().decode((String) jwk.get("n")));
      BigInteger exponent = new BigInteger(1, Base64.getUrlDecoder().decode((String) jwk.get("e")));
      return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
    }
    throw new IllegalStateException("The id_token names no key of the server");
  }

  /** 5. Reading needs the app's own token; the token of the launch gives no access. */
  static Map<String, Object> read(Map<String, Object> server, String reference) throws Exception {
    Map<String, String> form = new LinkedHashMap<>(Map.of("grant_type", "client_credentials", "scope", "system/*.rs"));
    return getJson(FHIR_BASE + "/" + reference, (String) token(server, form).get("access_token"));
  }

  /** 6. The task is done: send only its new status. 412 means that somebody changed the version that was read: read it again. */
  static Map<String, Object> complete(Map<String, Object> server, String reference) throws Exception {
    Map<String, String> form = new LinkedHashMap<>(Map.of("grant_type", "client_credentials", "scope", "system/Task.ru"));
    String bearer = (String) token(server, form).get("access_token");
    Map<String, Object> task = getJson(FHIR_BASE + "/" + reference, bearer);
    String patch = Json.write(List.of(
        Map.of("op", "test", "path", "/status", "value", task.get("status")),
        Map.of("op", "replace", "path", "/status", "value", "completed")));
    Map<String, Object> saved = json(HttpRequest.newBuilder(URI.create(FHIR_BASE + "/" + reference)).timeout(Duration.ofSeconds(10))
        .header("Authorization", "Bearer " + bearer).header("Accept", "application/fhir+json")
        .header("Content-Type", "application/json-patch+json").header("If-Match", "W/\"" + versionOf(task) + "\"")
        .method("PATCH", HttpRequest.BodyPublishers.ofString(patch)).build());
    return Map.of("status", saved.get("status"), "version", versionOf(saved));
  }

  static Object versionOf(Map<String, Object> resource) {
    return ((Map<?, ?>) resource.get("meta")).get("versionId");
  }

  /** The public half of the key, for registering this address instead of the key. */
  static Map<String, Object> jwks() {
    return Map.of("keys", List.of(Map.of("kty", "RSA", "n", unsigned(key.getModulus()), "e", unsigned(key.getPublicExponent()),
        "kid", KEY_ID, "alg", "RS384", "use", "sig")));
  }

  static String unsigned(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return base64url(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }

  static RSAPrivateCrtKey readKey(Path file) throws Exception {
    String pem = Files.readString(file).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    return (RSAPrivateCrtKey) KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
  }

  static Map<String, Object> getJson(String url, String bearer) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
    if (bearer != null) request.header("Authorization", "Bearer " + bearer).header("Accept", "application/fhir+json");
    return json(request.GET().build());
  }

  static Map<String, Object> json(HttpRequest request) throws Exception {
    HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(request.uri().getPath() + ": " + answer.statusCode() + " " + answer.body());
    return Json.object(answer.body());
  }

  static String form(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(65537);
    if (bytes.length > 65536) throw new IllegalStateException("The form is too long");
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static Map<String, String> parameters(String text) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String pair : text == null || text.isEmpty() ? new String[0] : text.split("&")) {
      String[] sides = pair.split("=", 2);
      found.put(URLDecoder.decode(sides[0], StandardCharsets.UTF_8), sides.length < 2 ? "" : URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
    }
    return found;
  }

  static String encoded(Map<String, String> params) {
    return params.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
  }

  static void page(HttpExchange exchange, int status, String title, String text) throws IOException {
    page(exchange, status, title, text, "");
  }

  static void page(HttpExchange exchange, int status, String title, String text, String form) throws IOException {
    send(exchange, status, "text/html", "<!doctype html><title>" + escape(title) + "</title><h1>" + escape(title) + "</h1><pre style='white-space:pre-wrap;overflow-wrap:anywhere'>" + escape(text) + "</pre>" + form);
  }

  static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }

  static String random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return base64url(bytes);
  }

  static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String text(String part) {
    return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
  }

  /** The environment, and for the rest a file of settings. */
  static Map<String, String> environment(String file) {
    Map<String, String> all = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        String[] parts = line.split("=", 2);
        if (parts.length == 2) all.put(parts[0].trim(), parts[1].trim().replaceAll("^'|'$", ""));
      }
    } catch (IOException none) {
      // The environment has them all.
    }
    all.putAll(System.getenv());
    return all;
  }

  static String setting(String name, String otherwise) {
    String value = ENVIRONMENT.getOrDefault(name, otherwise);
    if (value != null && !value.isEmpty()) return value;
    System.err.println("Set " + name + ": app.env has it.");
    System.exit(1);
    return "";
  }

  /** The standard library has no JSON, so this reads only what these messages need. A real app uses a library. */
  static final class Json {
    private final String text;
    private int at = 0;

    private Json(String text) {
      this.text = text;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(String text) {
      return (Map<String, Object>) new Json(text).value();
    }

    private Object value() {
      char next = peek();
      if (next == '{') return members();
      if (next == '[') return items();
      if (next == '"') return string();
      int start = at;
      while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
      String word = text.substring(start, at);
      return switch (word) {
        case "true" -> true;
        case "false" -> false;
        case "null" -> null;
        default -> new java.math.BigDecimal(word);
      };
    }

    private Map<String, Object> members() {
      Map<String, Object> found = new LinkedHashMap<>();
      for (at++; peek() != '}'; skip(',')) {
        String name = string();
        skip(':');
        found.put(name, value());
      }
      at++;
      return found;
    }

    private List<Object> items() {
      List<Object> found = new ArrayList<>();
      for (at++; peek() != ']'; skip(',')) found.add(value());
      at++;
      return found;
    }

    private String string() {
      peek();
      StringBuilder found = new StringBuilder();
      for (at++; text.charAt(at) != '"'; at++) {
        if (text.charAt(at) != '\\') found.append(text.charAt(at));
        else if (text.charAt(++at) == 'u') {
          found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        } else found.append("\b\f\n\r\t".length() > "bfnrt".indexOf(text.charAt(at)) && "bfnrt".indexOf(text.charAt(at)) >= 0
            ? "\b\f\n\r\t".charAt("bfnrt".indexOf(text.charAt(at))) : text.charAt(at));
      }
      at++;
      return found.toString();
    }

    private char peek() {
      while (Character.isWhitespace(text.charAt(at))) at++;
      return text.charAt(at);
    }

    private void skip(char sign) {
      if (peek() == sign) at++;
    }

    static String write(Object value) {
      if (value instanceof Map<?, ?> map)
        return map.entrySet().stream().map(entry -> write(entry.getKey()) + ":" + write(entry.getValue())).collect(Collectors.joining(",", "{", "}"));
      if (value instanceof List<?> list) return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
      if (!(value instanceof String string)) return String.valueOf(value);
      StringBuilder written = new StringBuilder("\"");
      for (char sign : string.toCharArray())
        written.append(sign == '"' || sign == '\\' ? "\\" + sign : sign < ' ' ? String.format("\\u%04x", (int) sign) : String.valueOf(sign));
      return written.append('"').toString();
    }
  }
}
