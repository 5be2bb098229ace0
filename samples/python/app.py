# A minimal app that can be launched: launch, authorize, callback, code exchange, FHIR read. Python 3.9 or newer.
# Signing is not in the standard library, so one package is needed:   pip install cryptography
#   python3 app.py          reads app.env; COMPLETE_TASK=1 asks whether to complete the task that was launched
import base64, hashlib, html, json, os, secrets, sys, time, urllib.error, urllib.parse, urllib.request
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa


def read_env(file):
    """The settings of a file, where the environment has no other ones."""
    if os.path.exists(file):
        with open(file, encoding="utf-8") as lines:
            for name, equals, value in (line.strip().partition("=") for line in lines):
                if equals:
                    os.environ.setdefault(name, value.strip("'"))


def setting(name):
    return os.environ.get(name) or sys.exit(f"Set {name}: app.env has it.")


read_env("app.env")
FHIR_BASE = setting("FHIR_BASE")
CLIENT_ID = setting("CLIENT_ID")
REDIRECT_URI = setting("REDIRECT_URI")
KEY_ID = setting("KEY_ID")
PORT = int(os.environ.get("PORT", "8080"))
STATE_COOKIE = f"app_state_{PORT}"  # Browsers send the cookies of a host to each of its ports.
LAUNCH_LIFETIME_S = 600  # a person may have to sign in

with open(os.environ.get("PRIVATE_KEY_FILE", "private.pem"), "rb") as file:
    KEY = serialization.load_pem_private_key(file.read(), password=None)

launches = {}  # by state, what this server must remember of a launch; a real app uses a store


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def fetch_json(request):
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise ValueError(f"{error.code} {error.read().decode(errors='replace')}") from error


def launch(params):
    """1. The launch: check its sender, discover the endpoints, and send the browser to authorize."""
    if params.get("iss") != FHIR_BASE:
        raise ValueError("iss is not the FHIR base that this app trusts")
    server = fetch_json(f"{FHIR_BASE}/.well-known/smart-configuration")
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    for old in [one for one, kept in list(launches.items()) if kept["until"] < time.time()]:
        launches.pop(old, None)
    launches[state] = {"server": server, "nonce": nonce, "verifier": verifier, "until": time.time() + LAUNCH_LIFETIME_S}
    query = urllib.parse.urlencode({
        "response_type": "code",
        "client_id": CLIENT_ID,
        "redirect_uri": REDIRECT_URI,
        "scope": "launch openid fhirUser",
        "state": state,
        "nonce": nonce,
        "aud": FHIR_BASE,
        "launch": params.get("launch", ""),
        "code_challenge": base64url(hashlib.sha256(verifier.encode()).digest()),
        "code_challenge_method": "S256",
    })
    return f"{server['authorization_endpoint']}?{query}", state


def callback(params, cookie_state):
    """2. The callback: check that the answer is for this browser and from this server, exchange the code, and read."""
    state = params.get("state", "")
    started = launches.pop(state, None)
    if not started or "task" in started or started["until"] < time.time() or not secrets.compare_digest(state, cookie_state):
        raise ValueError("This answer is not of a launch in this browser. Open the task again.")
    server = started["server"]
    if params.get("iss") != server["issuer"]:
        raise ValueError("This answer is of another server")
    if "error" in params:
        raise ValueError(f"{params['error']}: {params.get('error_description')}")
    context = token(server, {
        "grant_type": "authorization_code",
        "code": params.get("code", ""),
        "redirect_uri": REDIRECT_URI,
        "code_verifier": started["verifier"],
    })
    user = verify_id_token(context["id_token"], server, started["nonce"])
    record = read(server, f"Patient/{context['patient']}" if "patient" in context else context["sub"])
    shown = {"user": user["sub"], "role": context["role"], "task": context["task"], "record": record}
    if os.environ.get("COMPLETE_TASK") != "1":
        return shown, ""
    launches[state] = {**started, "task": context["task"], "until": time.time() + LAUNCH_LIFETIME_S}
    return shown, COMPLETE_BUTTON


COMPLETE_BUTTON = '<form method="post" action="/complete"><button>Complete this task</button></form>'


def complete_opened(cookie_state):
    """The person presses the button: the task is the one of the launch in this browser, and no other."""
    opened = launches.get(cookie_state, {})
    if "task" not in opened or opened["until"] < time.time():
        raise ValueError("No task is open in this browser. Open it again.")
    completed = complete(opened["server"], opened["task"])
    launches.pop(cookie_state, None)
    return {"task": opened["task"], "completed": completed}


def token(server, form):
    """3. Every token request is signed: client_assertion, RFC 7523."""
    now = int(time.time())
    claims = {
        "iss": CLIENT_ID,
        "sub": CLIENT_ID,
        "aud": server["token_endpoint"],
        "iat": now,
        "exp": now + 120,
        "jti": secrets.token_urlsafe(32),
    }
    header = {"alg": "RS384", "kid": KEY_ID, "typ": "JWT"}
    signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
    signature = KEY.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA384())
    data = urllib.parse.urlencode({
        **form,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": f"{signed}.{base64url(signature)}",
    }).encode()
    return fetch_json(urllib.request.Request(server["token_endpoint"], data=data, method="POST"))


def verify_id_token(id_token, server, nonce):
    """4. Who is signed in: signature, issuer, audience, time and nonce of the id_token."""
    header, claims, signature = id_token.split(".")
    head = json.loads(unbase64url(header))
    keys = fetch_json(server["jwks_uri"])["keys"]
    jwk = next((one for one in keys if one.get("kid") == head.get("kid")), None)
    if head.get("alg") != "RS256" or jwk is None:
        raise ValueError("The id_token names no key of the server")
    number = lambda name: int.from_bytes(unbase64url(jwk[name]), "big")
    public = rsa.RSAPublicNumbers(number("e"), number("n")).public_key()
    public.verify(unbase64url(signature), f"{header}.{claims}".encode(), padding.PKCS1v15(), hashes.SHA256())
    user = json.loads(unbase64url(claims))
    if user["iss"] != server["issuer"] or user["aud"] != CLIENT_ID or user["nonce"] != nonce or user["exp"] < time.time():
        raise ValueError("The id_token is not for this launch")
    return user


def read(server, reference):
    """5. Reading needs the app's own token; the token of the launch gives no access."""
    bearer = token(server, {"grant_type": "client_credentials", "scope": "system/*.rs"})["access_token"]
    headers = {"Authorization": f"Bearer {bearer}", "Accept": "application/fhir+json"}
    return fetch_json(urllib.request.Request(f"{FHIR_BASE}/{reference}", headers=headers))


def complete(server, reference):
    """6. The task is done: send only its new status. 412 means that somebody changed the version that was read: read it again."""
    bearer = token(server, {"grant_type": "client_credentials", "scope": "system/Task.ru"})["access_token"]
    headers = {"Authorization": f"Bearer {bearer}", "Accept": "application/fhir+json"}
    address = f"{FHIR_BASE}/{reference}"
    task = fetch_json(urllib.request.Request(address, headers=headers))
    patch = [
        {"op": "test", "path": "/status", "value": task["status"]},
        {"op": "replace", "path": "/status", "value": "completed"},
    ]
    headers |= {"Content-Type": "application/json-patch+json", "If-Match": f'W/"{task["meta"]["versionId"]}"'}
    saved = fetch_json(urllib.request.Request(address, data=json.dumps(patch).encode(), headers=headers, method="PATCH"))
    return {"status": saved["status"], "version": saved["meta"]["versionId"]}


def jwks():
    """The public half of the key, for registering this address instead of the key."""
    numbers = KEY.public_key().public_numbers()
    number = lambda value: base64url(value.to_bytes((value.bit_length() + 7) // 8, "big"))
    key = {"kty": "RSA", "n": number(numbers.n), "e": number(numbers.e), "kid": KEY_ID, "alg": "RS384", "use": "sig"}
    return {"keys": [key]}


class App(BaseHTTPRequestHandler):
    def answer(self, post):
        try:
            url = urllib.parse.urlsplit(self.path)
            params = dict(urllib.parse.parse_qsl(self.form() if post else url.query))
            if url.path == "/launch":
                location, state = launch(params)
                self.send_response(303)
                self.send_header("Location", location)
                self.send_header("Set-Cookie", f"{STATE_COOKIE}={state}; Path=/; HttpOnly; SameSite=Lax")
                self.end_headers()
            elif url.path == "/callback":
                self.page(200, "The launch is open", *callback(params, self.cookie_state()))
            elif url.path == "/complete" and post:
                self.page(200, "The task is completed", complete_opened(self.cookie_state()))
            elif url.path == "/jwks.json":
                self.send(200, "application/json", json.dumps(jwks()))
            else:
                self.page(200 if url.path == "/" else 404, "My app", "Open a task in the portal to launch me.")
        except Exception as error:
            self.log_error("%r", error)
            self.page(400, "The launch failed", str(error) or type(error).__name__)

    def cookie_state(self):
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get(STATE_COOKIE)
        return cookie.value if cookie else ""

    def form(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > 65536:
            raise ValueError("The form is too long")
        return self.rfile.read(length).decode()

    def page(self, status, title, shown, form=""):
        text = shown if isinstance(shown, str) else json.dumps(shown, indent=2, ensure_ascii=False)
        title, text = html.escape(title), html.escape(text)
        self.send(status, "text/html", f'<!doctype html><title>{title}</title><h1>{title}</h1><pre style="white-space:pre-wrap;overflow-wrap:anywhere">{text}</pre>{form}')

    def send(self, status, content_type, text):
        self.send_response(status)
        self.send_header("Content-Type", f"{content_type}; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_request(self, *_):
        pass  # the URL of a callback contains a code

    def do_GET(self):
        self.answer(post=False)

    def do_POST(self):
        self.answer(post=True)


if __name__ == "__main__":
    try:
        server = ThreadingHTTPServer(("localhost", PORT), App)
    except OSError:
        sys.exit(f"Port {PORT} is taken: set PORT to another one.")
    print(f"The app listens on http://localhost:{PORT}", flush=True)
    server.serve_forever()
