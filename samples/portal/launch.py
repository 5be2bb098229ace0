# A minimal portal: signs a launch token and makes the page that takes a browser to the app with it (HTI 2.0). Python 3.9 or newer.
# Signing is not in the standard library, so one package is needed:   pip install cryptography
#   python3 launch.py > launch.html          reads portal.env; open launch.html in the browser of the person
import base64, html, json, os, sys, time, uuid

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

LIFETIME_S = 300  # HTI 2.0: at most five minutes
PART_BYTES = 48  # in each half of a signature on P-384


def read_env(file):
    """The settings of a file, where the environment has no other ones."""
    if os.path.exists(file):
        with open(file, encoding="utf-8") as lines:
            for name, equals, value in (line.strip().partition("=") for line in lines):
                if equals:
                    os.environ.setdefault(name, value.strip("'"))


def setting(name):
    return os.environ.get(name) or sys.exit(f"Set {name}.")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def part(value):
    return base64url(json.dumps(value).encode())


read_env("portal.env")
with open(os.environ.get("PRIVATE_KEY_FILE", "portal.pem"), "rb") as file:
    key = serialization.load_pem_private_key(file.read(), password=None)

now = int(time.time())
header = {"alg": "ES384", "typ": "JWT"}
if os.environ.get("KEY_ID"):
    header["kid"] = os.environ["KEY_ID"]
claims = {
    "iss": setting("PLATFORM_ID"),  # the client_id of this portal
    "aud": f"Device/{setting('APP_ID')}",  # the app to launch
    "sub": setting("PERSON"),  # the person who has to sign in, such as Patient/jansen
    "resource": setting("TASK"),  # the task to open, such as Task/diary-1
    "intent": "order",  # as in the Task
    "jti": str(uuid.uuid4()),  # used once
    "iat": now,
    "exp": now + LIFETIME_S,
    "hti-version": "2.0",
}
if os.environ.get("PATIENT"):
    claims["patient"] = os.environ["PATIENT"]  # the patient of the task, if that is not the person

signed = f"{part(header)}.{part(claims)}"
r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA384())))
signature = base64url(r.to_bytes(PART_BYTES, "big") + s.to_bytes(PART_BYTES, "big"))

print(f"""<!doctype html><meta charset="utf-8"><title>Launch</title>
<form method="post" action="{html.escape(setting("LAUNCH_URL"))}">
<input type="hidden" name="iss" value="{html.escape(setting("FHIR_BASE"))}">
<input type="hidden" name="launch" value="{signed}.{signature}">
<button>Open the task</button>
</form>
<script>document.forms[0].submit()</script>""")
