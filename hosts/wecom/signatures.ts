import { createHash, randomBytes } from 'node:crypto'
import type { PageSignature } from '../workplace.ts'
import { type WecomClient, lasting } from './client.ts'
import { agentOf } from './grant.ts'

/** For a page of ours: one by the ticket of the organisation, one by the ticket of the app. Both are kept, for WeCom counts how often they are asked. */
export const signaturesOf = async (client: WecomClient, corpId: string, url: string): Promise<readonly PageSignature[]> => {
  const ticket = (use: PageSignature['use'], path: string, query: Readonly<Record<string, string>>) =>
    client.keeping.readOrMake(`${use}:${corpId}`, async () => {
      const answer = await client.asCorp(corpId, path, { query })
      return { value: String(answer['ticket']), seconds: lasting(answer) }
    })
  const [agentId, ofCorp, ofApp] = await Promise.all([
    agentOf(client, corpId),
    ticket('config', 'get_jsapi_ticket', {}),
    ticket('agentConfig', 'ticket/get', { type: 'agent_config' }),
  ])
  const page = {
    url,
    nonceStr: randomBytes(8).toString('hex'),
    timestamp: Math.floor(client.now() / 1000),
  }
  const signed = (use: PageSignature['use'], ticket: string): PageSignature => ({
    use,
    corpId,
    agentId,
    timestamp: page.timestamp,
    nonceStr: page.nonceStr,
    signature: pageSignature(ticket, page),
  })
  return [signed('config', ofCorp), signed('agentConfig', ofApp)]
}

/** SHA-1 in the fixed order of WeCom, nothing encoded. `url` without its fragment. */
export const pageSignature = (
  ticket: string,
  { url, nonceStr, timestamp }: { readonly url: string; readonly nonceStr: string; readonly timestamp: number },
): string =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.replace(/#.*$/s, '')}`)
    .digest('hex')
