// A minimal app that can be launched: launch, authorize, callback, code exchange, FHIR read. .NET 8 or newer, no packages.
// Put it beside App.csproj:   dotnet run          reads app.env; COMPLETE_TASK=1 asks whether to complete the task
using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

ReadEnv("app.env");
var fhirBase = Setting("FHIR_BASE");
var clientId = Setting("CLIENT_ID");
var redirectUri = Setting("REDIRECT_URI");
var keyId = Setting("KEY_ID");
var port = Environment.GetEnvironmentVariable("PORT") ?? "8080";
var stateCookie = $"app_state_{port}"; // Browsers send the cookies of a host to each of its ports.
var lifetime = TimeSpan.FromMinutes(10); // a person may have to log in

using var key = RSA.Create();
key.ImportFromPem(File.ReadAllText(Environment.GetEnvironmentVariable("PRIVATE_KEY_FILE") ?? "private.pem"));

var http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { Timeout = TimeSpan.FromSeconds(10) };
// What this server must remember of a launch, by state; a real app uses a store.
var launches = new ConcurrentDictionary<string, Launch>();
// The tasks that are open, by the same; they are only completed when the person asks for it.
var opened = new ConcurrentDictionary<string, Opened>();

var builder = WebApplication.CreateBuilder(args);
builder.WebHost.UseUrls($"http://localhost:{port}");
builder.Logging.ClearProviders(); // the URL of a callback contains a code; what fails is said below
var app = builder.Build();

app.MapGet("/", () => Page(200, "My app", "Open a task in the portal to launch me."));
app.MapGet("/launch", (HttpRequest request, HttpResponse response) =>
    Try(() => StartAsync(response, request.Query["iss"], request.Query["launch"])));
app.MapPost("/launch", (HttpRequest request, HttpResponse response) => Try(async () =>
{
    var form = await request.ReadFormAsync();
    return await StartAsync(response, form["iss"], form["launch"]);
}));
app.MapGet("/callback", (HttpRequest request) => Try(() => CallbackAsync(request)));
app.MapPost("/complete", (HttpRequest request) => Try(() => CompleteOpenedAsync(request)));
app.MapGet("/jwks.json", () => Results.Text(Jwks().ToJsonString(), "application/json"));
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine($"The app listens on http://localhost:{port}"));
try
{
    app.Run();
}
catch (IOException)
{
    Console.Error.WriteLine($"Port {port} is taken: set PORT to another one.");
    Environment.Exit(1);
}

// 1. The launch: check its sender, discover the endpoints, and send the browser to authorize.
async Task<IResult> StartAsync(HttpResponse response, string? iss, string? launch)
{
    if (iss != fhirBase) throw new InvalidOperationException("iss is not the FHIR base that this app trusts");
    var server = await GetJsonAsync($"{fhirBase}/.well-known/smart-configuration");
    string state = NewRandom(), nonce = NewRandom(), verifier = NewRandom();
    foreach (var old in opened.Where(one => one.Value.Until < DateTimeOffset.UtcNow)) opened.TryRemove(old.Key, out _);
    foreach (var old in launches.Where(one => one.Value.Until < DateTimeOffset.UtcNow)) launches.TryRemove(old.Key, out _);
    launches[state] = new Launch(server, nonce, verifier, DateTimeOffset.UtcNow + lifetime);
    var query = Encoded(new()
    {
        ["response_type"] = "code",
        ["client_id"] = clientId,
        ["redirect_uri"] = redirectUri,
        ["scope"] = "launch openid fhirUser",
        ["state"] = state,
        ["nonce"] = nonce,
        ["aud"] = fhirBase,
        ["launch"] = launch ?? "",
        ["code_challenge"] = Base64Url(SHA256.HashData(Encoding.ASCII.GetBytes(verifier))),
        ["code_challenge_method"] = "S256",
    });
    response.Cookies.Append(stateCookie, state, new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Lax, Path = "/" });
    response.Headers.Location = $"{server["authorization_endpoint"]}?{query}";
    return Results.StatusCode(303);
}

// 2. The callback: check that the answer is for this browser and from this server, exchange the code, and read.
async Task<IResult> CallbackAsync(HttpRequest request)
{
    var query = request.Query;
    var state = query["state"].ToString();
    if (!launches.TryRemove(state, out var started) || started.Until < DateTimeOffset.UtcNow || request.Cookies[stateCookie] != state)
        throw new InvalidOperationException("This answer is not of a launch in this browser. Open the task again.");
    if (query["iss"] != (string?)started.Server["issuer"]) throw new InvalidOperationException("This answer is of another server");
    if (query.ContainsKey("error")) throw new InvalidOperationException($"{query["error"]}: {query["error_description"]}");
    var answer = await TokenAsync(started.Server, new()
    {
        ["grant_type"] = "authorization_code",
        ["code"] = query["code"].ToString(),
        ["redirect_uri"] = redirectUri,
        ["code_verifier"] = started.Verifier,
    });
    var user = await VerifyIdTokenAsync((string)answer["id_token"]!, started);
    var record = await ReadAsync(started.Server, answer["patient"] is { } patient ? $"Patient/{patient}" : (string)answer["sub"]!);
    var shown = new JsonObject
    {
        ["user"] = (string?)user["sub"],
        ["role"] = (string?)answer["role"],
        ["task"] = (string?)answer["task"],
        ["record"] = record,
    };
    var text = shown.ToJsonString(new JsonSerializerOptions { WriteIndented = true });
    if (Environment.GetEnvironmentVariable("COMPLETE_TASK") != "1") return Page(200, "The launch is open", text);
    opened[state] = new Opened(started.Server, (string)answer["task"]!, DateTimeOffset.UtcNow + lifetime);
    return Page(200, "The launch is open", text, "<form method='post' action='/complete'><button>Complete this task</button></form>");
}

// The person presses the button: the task is the one of the launch in this browser, and no other.
async Task<IResult> CompleteOpenedAsync(HttpRequest request)
{
    var state = request.Cookies[stateCookie] ?? "";
    if (!opened.TryGetValue(state, out var open) || open.Until < DateTimeOffset.UtcNow)
        throw new InvalidOperationException("No task is open in this browser. Open it again.");
    var shown = new JsonObject { ["task"] = open.Task, ["completed"] = await CompleteAsync(open.Server, open.Task) };
    opened.TryRemove(state, out _);
    return Page(200, "The task is completed", shown.ToJsonString(new JsonSerializerOptions { WriteIndented = true }));
}

// 3. Every token request is signed: client_assertion, RFC 7523.
async Task<JsonObject> TokenAsync(JsonObject server, Dictionary<string, string> form)
{
    var endpoint = (string)server["token_endpoint"]!;
    var header = new JsonObject { ["alg"] = "RS384", ["kid"] = keyId, ["typ"] = "JWT" };
    var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    var claims = new JsonObject
    {
        ["iss"] = clientId,
        ["sub"] = clientId,
        ["aud"] = endpoint,
        ["iat"] = now,
        ["exp"] = now + 120,
        ["jti"] = NewRandom(),
    };
    var input = $"{Base64Url(Encoding.UTF8.GetBytes(header.ToJsonString()))}.{Base64Url(Encoding.UTF8.GetBytes(claims.ToJsonString()))}";
    var signature = key.SignData(Encoding.ASCII.GetBytes(input), HashAlgorithmName.SHA384, RSASignaturePadding.Pkcs1);
    form["client_assertion_type"] = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    form["client_assertion"] = $"{input}.{Base64Url(signature)}";
    return await JsonOfAsync(await http.PostAsync(endpoint, new FormUrlEncodedContent(form)));
}

// 4. Who is logged in: signature, issuer, audience, time and nonce of the id_token.
async Task<JsonObject> VerifyIdTokenAsync(string idToken, Launch started)
{
    var parts = idToken.Split('.');
    var header = JsonNode.Parse(FromBase64Url(parts[0]))!.AsObject();
    var keys = (await GetJsonAsync((string)started.Server["jwks_uri"]!))["keys"]!.AsArray();
    var jwk = keys.FirstOrDefault(one => (string?)one!["kid"] == (string?)header["kid"]);
    if ((string?)header["alg"] != "RS256" || jwk is null) throw new InvalidOperationException("The id_token names no key of the server");
    using var published = RSA.Create(new RSAParameters { Modulus = FromBase64Url((string)jwk["n"]!), Exponent = FromBase64Url((string)jwk["e"]!) });
    if (!published.VerifyData(Encoding.ASCII.GetBytes($"{parts[0]}.{parts[1]}"), FromBase64Url(parts[2]), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1))
        throw new InvalidOperationException("The id_token is not signed by the server");
    var user = JsonNode.Parse(FromBase64Url(parts[1]))!.AsObject();
    if ((string?)user["iss"] != (string?)started.Server["issuer"] || (string?)user["aud"] != clientId
        || (string?)user["nonce"] != started.Nonce || (long)user["exp"]! < DateTimeOffset.UtcNow.ToUnixTimeSeconds())
        throw new InvalidOperationException("The id_token is not for this launch");
    return user;
}

// 5. Reading needs the app's own token; the token of the launch gives no access.
async Task<JsonObject> ReadAsync(JsonObject server, string reference)
{
    var bearer = await TokenAsync(server, new() { ["grant_type"] = "client_credentials", ["scope"] = "system/*.rs" });
    var request = new HttpRequestMessage(HttpMethod.Get, $"{fhirBase}/{reference}");
    request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", (string?)bearer["access_token"]);
    request.Headers.Accept.ParseAdd("application/fhir+json");
    return await JsonOfAsync(await http.SendAsync(request));
}

// 6. The task is done: send only its new status. 412 means that somebody changed the version that was read: read it again.
async Task<JsonObject> CompleteAsync(JsonObject server, string reference)
{
    var bearer = await TokenAsync(server, new() { ["grant_type"] = "client_credentials", ["scope"] = "system/Task.ru" });
    async Task<JsonObject> SendAsync(HttpRequestMessage request)
    {
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", (string?)bearer["access_token"]);
        request.Headers.Accept.ParseAdd("application/fhir+json");
        return await JsonOfAsync(await http.SendAsync(request));
    }

    var task = await SendAsync(new HttpRequestMessage(HttpMethod.Get, $"{fhirBase}/{reference}"));
    var patch = new JsonArray(
        new JsonObject { ["op"] = "test", ["path"] = "/status", ["value"] = (string?)task["status"] },
        new JsonObject { ["op"] = "replace", ["path"] = "/status", ["value"] = "completed" });
    var request = new HttpRequestMessage(HttpMethod.Patch, $"{fhirBase}/{reference}")
    {
        Content = new ByteArrayContent(Encoding.UTF8.GetBytes(patch.ToJsonString())),
    };
    request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json-patch+json");
    request.Headers.IfMatch.Add(new EntityTagHeaderValue($"\"{(string?)task["meta"]!["versionId"]}\"", isWeak: true));
    var saved = await SendAsync(request);
    return new JsonObject { ["status"] = (string?)saved["status"], ["version"] = (string?)saved["meta"]!["versionId"] };
}

// The public half of the key, for registering this address instead of the key.
JsonObject Jwks()
{
    var half = key.ExportParameters(false);
    var jwk = new JsonObject
    {
        ["kty"] = "RSA",
        ["n"] = Base64Url(half.Modulus!),
        ["e"] = Base64Url(half.Exponent!),
        ["kid"] = keyId,
        ["alg"] = "RS384",
        ["use"] = "sig",
    };
    return new JsonObject { ["keys"] = new JsonArray(jwk) };
}

async Task<JsonObject> GetJsonAsync(string url) => await JsonOfAsync(await http.GetAsync(url));

static async Task<JsonObject> JsonOfAsync(HttpResponseMessage answer)
{
    var text = await answer.Content.ReadAsStringAsync();
    if (!answer.IsSuccessStatusCode) throw new InvalidOperationException($"{(int)answer.StatusCode} {text}");
    return JsonNode.Parse(text)!.AsObject();
}

static async Task<IResult> Try(Func<Task<IResult>> work)
{
    try
    {
        return await work();
    }
    catch (Exception error)
    {
        Console.Error.WriteLine(error.Message);
        return Page(400, "The launch failed", error.Message);
    }
}

static IResult Page(int status, string title, string text, string form = "") => Results.Content(
    $"<!doctype html><title>{WebUtility.HtmlEncode(title)}</title><h1>{WebUtility.HtmlEncode(title)}</h1><pre style='white-space:pre-wrap;overflow-wrap:anywhere'>{WebUtility.HtmlEncode(text)}</pre>{form}",
    "text/html; charset=utf-8", Encoding.UTF8, status);

static string Encoded(Dictionary<string, string> query) =>
    string.Join('&', query.Select(one => $"{one.Key}={Uri.EscapeDataString(one.Value)}"));

static string NewRandom() => Base64Url(RandomNumberGenerator.GetBytes(32));

static string Base64Url(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

static byte[] FromBase64Url(string text)
{
    var padded = text.Replace('-', '+').Replace('_', '/');
    return Convert.FromBase64String(padded.PadRight((padded.Length + 3) / 4 * 4, '='));
}

// The settings of a file, where the environment has no other ones.
static void ReadEnv(string file)
{
    if (!File.Exists(file)) return;
    foreach (var line in File.ReadAllLines(file))
    {
        var parts = line.Split('=', 2);
        if (parts.Length == 2 && string.IsNullOrEmpty(Environment.GetEnvironmentVariable(parts[0].Trim())))
            Environment.SetEnvironmentVariable(parts[0].Trim(), parts[1].Trim().Trim('\''));
    }
}

static string Setting(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value
    ? value
    : Missing(name);

static string Missing(string name)
{
    Console.Error.WriteLine($"Set {name}: app.env has it.");
    Environment.Exit(1);
    return "";
}

record Launch(JsonObject Server, string Nonce, string Verifier, DateTimeOffset Until);

record Opened(JsonObject Server, string Task, DateTimeOffset Until);
