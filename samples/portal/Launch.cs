// A minimal portal: signs a launch token and makes the page that takes a browser to the app with it (HTI 2.0). .NET 8 or newer, no packages.
// Put it beside Portal.csproj:   dotnet run > launch.html          reads portal.env; open launch.html in the browser of the person
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

const int LifetimeSeconds = 300; // HTI 2.0: at most five minutes

ReadEnv("portal.env");
using var key = ECDsa.Create();
key.ImportFromPem(File.ReadAllText(Setting("PRIVATE_KEY_FILE", "portal.pem")));

var header = new Dictionary<string, object> { ["alg"] = "ES384", ["typ"] = "JWT" };
if (Setting("KEY_ID", "") is { Length: > 0 } kid) header["kid"] = kid;

var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
var claims = new Dictionary<string, object>
{
    ["iss"] = Setting("PLATFORM_ID"), // the client_id of this portal
    ["aud"] = $"Device/{Setting("APP_ID")}", // the app to launch
    ["sub"] = Setting("PERSON"), // the person who has to log in, such as Patient/jansen
    ["resource"] = Setting("TASK"), // the task to open, such as Task/diary-1
    ["intent"] = "order", // as in the Task
    ["jti"] = Guid.NewGuid().ToString(), // used once
    ["iat"] = now,
    ["exp"] = now + LifetimeSeconds,
    ["hti-version"] = "2.0",
};
if (Setting("PATIENT", "") is { Length: > 0 } patient) claims["patient"] = patient; // the patient of the task, if that is not the person

var signed = $"{Part(header)}.{Part(claims)}";
var signature = Base64Url(key.SignData(Encoding.UTF8.GetBytes(signed), HashAlgorithmName.SHA384));

Console.WriteLine($"""
    <!doctype html><meta charset="utf-8"><title>Launch</title>
    <form method="post" action="{WebUtility.HtmlEncode(Setting("LAUNCH_URL"))}">
    <input type="hidden" name="iss" value="{WebUtility.HtmlEncode(Setting("FHIR_BASE"))}">
    <input type="hidden" name="launch" value="{signed}.{signature}">
    <button>Open the task</button>
    </form>
    <script>document.forms[0].submit()</script>
    """);

static string Part(object value) => Base64Url(JsonSerializer.SerializeToUtf8Bytes(value));

static string Base64Url(byte[] data) => Convert.ToBase64String(data).TrimEnd('=').Replace('+', '-').Replace('/', '_');

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

static string Setting(string name, string? otherwise = null) =>
    Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value
    : otherwise ?? Missing(name);

static string Missing(string name)
{
    Console.Error.WriteLine($"Set {name}.");
    Environment.Exit(1);
    return "";
}
