"""
Uses the client that openapi-generator makes for Python: signs up, posts, comments, votes and reads it again. Then reads all
recorded answers with it, and as an admin, the answers of all calls that need no parameters.

Arguments: the description of the API, the URL of a server, and the headers of an admin as JSON.
"""

import base64
import hashlib
import importlib
import inspect
import json
import pkgutil
import re
import sys
from datetime import datetime

import openapi_client
import openapi_client.api

document_file, url, admin_headers = sys.argv[1:]
with open(document_file, encoding="utf-8") as file:
    document = json.load(file)


def new_client():
    return openapi_client.ApiClient(openapi_client.Configuration(host=url))


def start_session(client):
    """Takes the cookies and the token of a new session, which stay the same."""
    accounts = openapi_client.SessionsAndAccountsApi(client)
    headers = accounts.get_initial_without_preload_content().headers
    client.cookie = "; ".join(cookie.split(";")[0] for cookie in headers.getlist("Set-Cookie"))
    client.configuration.api_key["token"] = headers["Csrf-Token"]
    return accounts.get_initial()


def solve(challenge):
    """Returns the solution of a challenge of ALTCHA: a number with which a key begins as it has to."""
    task = json.loads(challenge)
    given = task["parameters"]
    nonce, salt = bytes.fromhex(given["nonce"]), bytes.fromhex(given["salt"])
    counter = 0
    while True:
        password = nonce + counter.to_bytes(4, "big")
        key = hashlib.pbkdf2_hmac("sha256", password, salt, given["cost"], given["keyLength"]).hex()
        if key.startswith(given["keyPrefix"].lower()):
            break
        counter += 1
    solution = {"challenge": task, "solution": {"counter": counter, "derivedKey": key, "time": 0}}
    return base64.b64encode(json.dumps(solution).encode()).decode()


def take_part():
    client = new_client()
    accounts = openapi_client.SessionsAndAccountsApi(client)
    posts = openapi_client.PostsApi(client)
    comments = openapi_client.CommentsApi(client)

    assert start_session(client).captcha == "pow"
    token = solve(accounts.get_captcha().challenge)
    accounts.signup(
        openapi_client.SignupRequest(username="python", password="a fine password", captcha_token=token)
    )
    assert accounts.get_own_user().username == "python"

    post = posts.create_post(
        openapi_client.CreatePostRequest(title="Made with Python", community="moss_1", body="Text")
    )
    comment = comments.create_comment(post.public_id, openapi_client.CreateCommentRequest(body="A comment"))
    vote = openapi_client.VotePostRequest(post_id=post.id, up=True, set="none")
    assert posts.vote_post(vote).upvotes == 0
    up = openapi_client.VoteCommentRequest(comment_id=comment.id, up=True, set="up")
    assert comments.vote_comment(up).upvotes == 1

    again = posts.get_post(post.public_id)
    assert again.title == "Made with Python"
    assert isinstance(again.created_at, datetime)
    assert [(one.id, one.body) for one in again.comments] == [(comment.id, "A comment")]
    newest = posts.list_posts(sort="latest").actual_instance
    assert [one.public_id for one in newest.posts] == [post.public_id]
    try:
        posts.get_post("none")
        raise AssertionError("A post that does not exist was found.")
    except openapi_client.exceptions.NotFoundException as error:
        assert error.data.status == 404 and error.data.message


def methods():
    """Returns the methods for all calls by their name in the document."""
    found = {}
    for module in pkgutil.iter_modules(openapi_client.api.__path__):
        for _, api in inspect.getmembers(importlib.import_module(f"openapi_client.api.{module.name}"), inspect.isclass):
            if api.__name__.endswith("Api"):
                for name, method in inspect.getmembers(api, inspect.isfunction):
                    found[name.replace("_", "").lower()] = (api, method)
    return {
        operation["operationId"]: found[operation["operationId"].lower()]
        for path in document["paths"].values()
        for operation in path.values()
    }


def comparable(value):
    """Returns a value of JSON without what a client may write in another way: times, and fields that are null."""
    if isinstance(value, dict):
        return {key: comparable(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [comparable(part) for part in value]
    if isinstance(value, datetime):
        return value.timestamp()
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)", value):
        return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
    return value


def plain(value):
    if isinstance(value, list):
        return [plain(part) for part in value]
    # Of alternatives, `to_dict` returns the one that was read, which may be a list of models.
    return plain(value.to_dict()) if hasattr(value, "to_dict") else value


def read_examples(calls):
    """Reads the recorded answers. @returns how many there are."""
    client = new_client()
    count = 0
    for path in document["paths"].values():
        for operation in path.values():
            source = inspect.getsource(calls[operation["operationId"]][1])
            types = dict(re.findall(r"'(\d+)': \"([^\"]+)\"", source))
            for status, response in operation["responses"].items():
                media = response.get("content", {}).get("application/json", {})
                for example in media.get("examples", {}).values():
                    if "value" not in example:
                        continue
                    sent = example["value"]
                    read = client.deserialize(json.dumps(sent), types[status], "application/json")
                    name = f"{operation['operationId']} {status}"
                    assert comparable(plain(read)) == comparable(sent), f"{name}: {plain(read)}, not {sent}"
                    count += 1
    return count


def call_all(calls):
    """Makes all calls that only read and need no parameters. @returns how many there are."""
    client = new_client()
    for name, value in json.loads(admin_headers).items():
        client.set_default_header(name, value)
    count = 0
    for path, operations in document["paths"].items():
        operation = operations.get("get")
        # The stream of events has no end.
        if operation is None or not path.startswith("/api/") or path == "/api/_events":
            continue
        if "{" in path:
            continue
        api, method = calls[operation["operationId"]]
        try:
            method(api(client))
            count += 1
        except openapi_client.exceptions.ApiException as error:
            # Some calls are refused without a parameter that is optional to others.
            assert error.status in (400, 401, 403, 404), f"{operation['operationId']}: {error}"
    return count


take_part()
known = methods()
examples = read_examples(known)
answers = call_all(known)
print(f"signed up, posted, commented, voted; read {examples} recorded answers and {answers} of the server")
