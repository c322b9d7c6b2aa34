import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type HostStore, WorkplaceFault, type WorkplaceNotice, type WorkplaceNotified } from '../workplace.ts'
import type { FeishuAsking, FeishuPlaces } from './client.ts'
import type { FeishuTokens } from './tokens.ts'

type Sender = {
  readonly appId: string
  readonly places: FeishuPlaces
  readonly asking: FeishuAsking
  readonly tokens: FeishuTokens
  readonly keeping: HostStore
}

/** From so many on the same message goes to all of them in one call. */
const manyReceivers = 20
const receiversPerCall = 200
const abreast = 5
/** For so long Feishu lets a card be changed. */
const cardSeconds = 14 * 86_400
/** For so long Feishu drops the same message under the same mark. */
const sentSeconds = 3600

const sendResult = v.object({ data: v.object({ message_id: v.string() }) })
const sentToMany = v.object({ data: v.object({ invalid_open_ids: v.nullish(v.array(v.string()), []) }) })
const keptCard = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ title: v.string(), content: v.string(), link: v.string(), messageIds: v.array(v.string()) }),
)

/** The robot cannot reach the person: outside its range, gone, or unwilling to hear it. */
const unreachedCodes = ['230013', '230034', '230053', '230029', '230017']

/**
 * Sends a notice. A card that is answered is a message of each person's own, because only such can be changed later; it is kept how it reads until then.
 */
export const notify = async (sender: Sender, corpId: string, notice: WorkplaceNotice): Promise<WorkplaceNotified> => {
  const mark = createHash('sha256').update(notice.key).digest('hex').slice(0, 24)
  const { title, content } = notice
  const link = linkInto(sender, notice.link)
  const card = cardOf({ title, content, link }, buttonsOf(sender, notice, mark))
  if (!notice.card && notice.personIds.length >= manyReceivers)
    return sendToMany(sender, corpId, { mark, card, personIds: notice.personIds })
  const unreachedIds: string[] = []
  const messageIds: string[] = []
  await inTurn(notice.personIds, async (personId) => {
    const messageId = await sendToOne(sender, corpId, { mark, card, personId })
    if (messageId === undefined) unreachedIds.push(personId)
    else messageIds.push(messageId)
  })
  if (!notice.card) return { unreached: unreachedIds }
  await sender.keeping.write(`card:${mark}`, JSON.stringify({ title, content, link, messageIds }), cardSeconds)
  return { unreached: unreachedIds, response: mark }
}

type Card = object

/** Undefined where the person is not reached. Sent again under the same mark, Feishu answers with the message that is there. */
const sendToOne = async (
  { asking, tokens }: Sender,
  corpId: string,
  { mark, card, personId }: { readonly mark: string; readonly card: Card; readonly personId: string },
): Promise<string | undefined> => {
  const uuid = createHash('sha256').update(`${mark}:${personId}`).digest('hex').slice(0, 40)
  const body = { receive_id: personId, msg_type: 'interactive', content: JSON.stringify(card), uuid }
  try {
    const answer = await tokens.asCorp(corpId, (token) =>
      asking({ path: '/im/v1/messages', answer: sendResult, token, query: [['receive_id_type', 'open_id']], body }),
    )
    return answer.data.message_id
  } catch (error) {
    if (error instanceof WorkplaceFault && unreachedCodes.includes(error.code)) return undefined
    throw error
  }
}

/** Of these Feishu knows no mark: what went out is kept, so that a second try goes on after it. */
const sendToMany = async (
  { asking, tokens, keeping }: Sender,
  corpId: string,
  { mark, card, personIds }: { readonly mark: string; readonly card: Card; readonly personIds: readonly string[] },
): Promise<WorkplaceNotified> => {
  const unreachedIds: string[] = []
  for (let start = 0; start < personIds.length; start += receiversPerCall) {
    const open_ids = personIds.slice(start, start + receiversPerCall)
    const sentMark = await keeping.readOrMake(`sent:${mark}:${start}`, async () => {
      const answer = await tokens.asCorp(corpId, (token) =>
        asking({ path: '/message/v4/batch_send/', answer: sentToMany, token, body: { open_ids, msg_type: 'interactive', card } }),
      )
      return { value: JSON.stringify(answer.data.invalid_open_ids ?? []), seconds: sentSeconds }
    })
    unreachedIds.push(...v.parse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), sentMark))
  }
  return { unreached: unreachedIds }
}

/** Says on a card what became of it, to all who have it; its buttons are over. */
export const settleCard = async (
  { asking, tokens, keeping }: Sender,
  corpId: string,
  { response, words }: { readonly response: string; readonly words: string },
): Promise<void> => {
  const cardStored = v.safeParse(keptCard, await keeping.read(`card:${response}`))
  // Older than Feishu lets it be changed.
  if (!cardStored.success) return
  const { messageIds, ...shown } = cardStored.output
  const content = JSON.stringify(cardOf(shown, [{ tag: 'note', elements: [plain(words)] }]))
  await inTurn(messageIds, (messageId) =>
    tokens.asCorp(corpId, (token) =>
      asking({ path: `/im/v1/messages/${encodeURIComponent(messageId)}`, answer: v.object({}), token, method: 'PATCH', body: { content } }),
    ),
  )
}

/** Opens an address of ours within the client. */
const linkInto = ({ appId, places }: Sender, link: string): string =>
  `${places.links}/client/web_app/open?${new URLSearchParams({ appId, lk_target_url: link })}`

const plain = (content: string) => ({ tag: 'plain_text', content })

const buttonsOf = (sender: Sender, { card }: WorkplaceNotice, mark: string): object[] =>
  card
    ? [
        {
          tag: 'action',
          actions: card.buttons.map(({ key, title, link }, index) => ({
            tag: 'button',
            text: plain(title),
            type: index === 0 ? 'primary' : 'default',
            ...(link === undefined ? { value: { card: card.id, button: key, notice: mark } } : { url: linkInto(sender, link) }),
          })),
        },
      ]
    : []

/** Texts are plain: nothing in them reads as a link, a picture or a mention. */
const cardOf = (
  { title, content, link }: { readonly title: string; readonly content: string; readonly link: string },
  below: object[],
): Card => ({
  config: { wide_screen_mode: true, update_multi: true },
  header: { title: plain(cut(title, 200)) },
  card_link: { url: link },
  elements: [{ tag: 'div', text: plain(cut(content || title, 4000)) }, ...below],
})

const cut = (text: string, bytesAtMost: number): string => {
  const signs = [...text]
  return signs.length <= bytesAtMost ? text : `${signs.slice(0, bytesAtMost - 1).join('')}…`
}

const inTurn = async <T>(all: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < all.length; start += abreast) await Promise.all(all.slice(start, start + abreast).map(act))
}
