// A minimal portal: signs a launch token and makes the page that takes a browser to the app with it (HTI 2.0). Java 17 or newer, no packages.
//   java Launch.java > launch.html          reads portal.env; open launch.html in the browser of the person
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

public class Launch {
  static final Map<String, String> ENVIRONMENT = environment("portal.env");
  static final long LIFETIME_S = 300; // HTI 2.0: at most five minutes

  public static void main(String[] arguments) throws Exception {
    var header = new LinkedHashMap<String, Object>();
    header.put("alg", "ES384");
    header.put("typ", "JWT");
    if (!setting("KEY_ID", "").isEmpty()) header.put("kid", setting("KEY_ID", ""));

    long now = Instant.now().getEpochSecond();
    var claims = new LinkedHashMap<String, Object>();
    claims.put("iss", setting("PLATFORM_ID", null)); // the client_id of this portal
    claims.put("aud", "Device/" + setting("APP_ID", null)); // the app to launch
    claims.put("sub", setting("PERSON", null)); // the person who has to log in, such as Patient/jansen
    claims.put("resource", setting("TASK", null)); // the task to open, such as Task/diary-1
    claims.put("intent", "order"); // as in the Task
    if (!setting("PATIENT", "").isEmpty()) claims.put("patient", setting("PATIENT", "")); // the patient of the task, if that is not the person
    claims.put("jti", UUID.randomUUID().toString()); // used once
    claims.put("iat", now);
    claims.put("exp", now + LIFETIME_S);
    claims.put("hti-version", "2.0");

    var signed = part(header) + "." + part(claims);
    var signature = Signature.getInstance("SHA384withECDSAinP1363Format");
    signature.initSign(privateKey(Path.of(setting("PRIVATE_KEY_FILE", "portal.pem"))));
    signature.update(signed.getBytes(StandardCharsets.UTF_8));

    System.out.printf(
        """
        <!doctype html><meta charset="utf-8"><title>Launch</title>
        <form method="post" action="%s">
        <input type="hidden" name="iss" value="%s">
        <input type="hidden" name="launch" value="%s.%s">
        <button>Open the task</button>
        </form>
        <script>document.forms[0].submit()</script>
        """,
        html(setting("LAUNCH_URL", null)), html(setting("FHIR_BASE", null)), signed, base64url(signature.sign()));
  }

  /** A private key in PKCS #8, as `openssl genpkey` writes it. */
  static PrivateKey privateKey(Path file) throws Exception {
    var pem = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
  }

  static String part(Map<String, Object> value) {
    return base64url(json(value).getBytes(StandardCharsets.UTF_8));
  }

  static String json(Map<String, Object> value) {
    return value.entrySet().stream()
        .map(entry -> quoted(entry.getKey()) + ":" + (entry.getValue() instanceof String text ? quoted(text) : entry.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  static String base64url(byte[] data) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
  }

  static String html(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
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
    var value = ENVIRONMENT.get(name);
    if (value != null && !value.isEmpty()) return value;
    if (otherwise != null) return otherwise;
    System.err.println("Set " + name + ".");
    System.exit(1);
    return "";
  }
}
