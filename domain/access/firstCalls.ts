/** A first call by a key: what it is run with, how its file ends, and the program as people copy it. */
export type FirstCall = { readonly program: string; readonly fileEnding: string; readonly code: string }

const shellCode = (url: string): string => `curl -sS ${url}/api/operation/apikey/current \\
  -H "Authorization: Bearer $ZAICE_KEY" -H "Accept-Language: en"
curl -sS ${url}/api/goods/gsgoodsinstance/list \\
  -H "Authorization: Bearer $ZAICE_KEY" -H "Content-Type: application/json" \\
  -d '{"pageSize": 5}'
`

const pythonCode = (url: string): string => `import json, os, time, urllib.error, urllib.request

def call(path, body):
    request = urllib.request.Request("${url}" + path, json.dumps(body).encode(), {
        "Authorization": "Bearer " + os.environ["ZAICE_KEY"],
        "Content-Type": "application/json",
        "Accept-Language": "en",
    })
    while True:
        try:
            answer = json.load(urllib.request.urlopen(request))
            break
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise SystemExit(json.load(error)["msg"])
            time.sleep(int(error.headers["Retry-After"]))
    if not answer["success"]:
        raise SystemExit(answer["reason"] + ": " + answer["msg"])
    return answer

after = None
while True:
    page = call("/api/goods/gsgoodsinstance/list", {"pageSize": 100, **({"after": after} if after else {})})["page"]
    for asset in page["list"]:
        print(asset["instanceCode"], asset["instanceName"])
    after = page.get("next")
    if not after:
        break
`

const nodeCode = (url: string): string => `const call = async (path, body) => {
  const answer = await fetch('${url}' + path, {
    method: 'POST',
    headers: {
      authorization: 'Bearer ' + process.env.ZAICE_KEY,
      'content-type': 'application/json',
      'accept-language': 'en',
    },
    body: JSON.stringify(body),
  })
  if (answer.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * answer.headers.get('retry-after')))
    return call(path, body)
  }
  const json = await answer.json()
  if (!json.success) throw new Error(json.reason + ': ' + json.msg)
  return json
}

let after
do {
  const { page } = await call('/api/goods/gsgoodsinstance/list', { pageSize: 100, after })
  for (const { instanceCode, instanceName } of page.list) console.log(instanceCode, instanceName)
  after = page.next
} while (after)
`

/** Who the key is, then the assets: the same for each program. The secret stays in the environment, not in the code. */
export const firstCalls = (url: string): readonly FirstCall[] => [
  { program: 'curl', fileEnding: 'sh', code: shellCode(url) },
  { program: 'Python', fileEnding: 'py', code: pythonCode(url) },
  { program: 'Node.js', fileEnding: 'mjs', code: nodeCode(url) },
]
