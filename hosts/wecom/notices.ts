import { createHash } from 'node:crypto'
import type { HiddenName, WorkplaceNotice, WorkplaceNotified } from '../workplace.ts'
import type { Answer } from './answer.ts'
import { type WecomClient, isFault } from './client.ts'
import { agentOf } from './grant.ts'

/**
 * Sends a notice to everyone at once. A card is a task of WeCom, whose id it takes once: sent again under the same key it is there already. A
 * notice without a card is dropped by WeCom where it is the same as one of the last half hour.
 */
export const notify = async (client: WecomClient, corpId: string, notice: WorkplaceNotice): Promise<WorkplaceNotified> => {
  const agentid = Number(await agentOf(client, corpId))
  const unreachedIds: string[] = []
  let response: string | undefined
  for (let start = 0; start < notice.personIds.length; start += mostAtOnce) {
    const people = notice.personIds.slice(start, start + mostAtOnce)
    const body = { touser: people.join('|'), agentid, ...(notice.card ? cardBody(notice, notice.card, start) : textBody(notice)) }
    const answer = await client.asCorp(corpId, 'message/send', { body }).catch((error: unknown): Answer => {
      if (isFault(error, nobodyReached)) return { invaliduser: people.join('|') }
      if (isFault(error, taskExists)) return {}
      throw error
    })
    // WeCom answers ids in lower case.
    const missedIds = new Set(
      [answer['invaliduser'], answer['unlicenseduser']]
        .flatMap((ids) =>
          String(ids ?? '')
            .toLowerCase()
            .split('|'),
        )
        .filter(Boolean),
    )
    unreachedIds.push(...people.filter((id) => missedIds.has(id.toLowerCase())))
    if (typeof answer['response_code'] === 'string') response = answer['response_code']
  }
  return { unreached: unreachedIds, ...(response !== undefined && { response }) }
}

/** Says on a card what became of it, to all who have it; its buttons are over. */
export const settleCard = async (
  client: WecomClient,
  corpId: string,
  { response, words }: { readonly response: string; readonly words: string },
): Promise<void> => {
  const body = {
    atall: 1,
    agentid: Number(await agentOf(client, corpId)),
    response_code: response,
    button: { replace_name: cut(words, 20) },
  }
  await client.asCorp(corpId, 'message/update_template_card', { body })
}

const textBody = ({ title, content, link, hiddenNames = [] }: WorkplaceNotice) => ({
  msgtype: 'textcard',
  textcard: {
    title: withNames(cut(title, 128), hiddenNames, 128),
    description: withNames(cut(content || title, 512), hiddenNames, 512),
    url: link,
    btntxt: '详情',
  },
  ...translation(hiddenNames),
  enable_duplicate_check: 1,
  duplicate_check_interval: 1800,
})

type NoticeCard = NonNullable<WorkplaceNotice['card']>

const cardBody = ({ key, title, content, link, hiddenNames = [] }: WorkplaceNotice, card: NoticeCard, nowMs: number) => ({
  msgtype: 'template_card',
  template_card: {
    card_type: 'button_interaction',
    main_title: { title: withNames(cut(title, 36), hiddenNames) },
    sub_title_text: withNames(cut(content, 160), hiddenNames),
    card_action: { type: 1, url: link },
    task_id: `${card.id}@${createHash('sha256').update(`${key}:${nowMs}`).digest('hex').slice(0, 16)}`,
    button_list: card.buttons.map(({ key, title, link: url }, index) => ({
      text: cut(title, 10),
      style: index === 0 ? 1 : 2,
      ...(url === undefined ? { key } : { type: 1, url }),
    })),
  },
  ...translation(hiddenNames),
})

/** WeCom writes names in the place of ids only where that was asked for. */
const translation = (names: readonly HiddenName[]) => (names.length > 0 ? { enable_id_trans: 1 } : {})

/** The dollar sign of full width: a mark that a person wrote names no one. */
const wideDollar = String.fromCodePoint(0xff04)

/**
 * The text with the marks that WeCom puts names in the place of. A text card is cut by WeCom at `most`: a placeholder whose mark would not fit
 * stays. What a person wrote is no mark: it would show a name of that person's choice.
 */
const withNames = (text: string, names: readonly HiddenName[], bytesAtMost = Infinity): string => {
  if (names.length === 0) return text
  const ids = new Map(names.map((name) => [name.placeholder, name]))
  const pattern = names.map(({ placeholder }) => RegExp.escape(placeholder)).join('|')
  let room = bytesAtMost - [...text].length
  return text.replaceAll(new RegExp(`\\$(?=(?:userName|departmentName)=)|${pattern}`, 'gu'), (part) => {
    const name = ids.get(part)
    if (!name) return wideDollar
    const mark = name.of === 'person' ? `$userName=${name.id}$` : `$departmentName=${name.id}$`
    const spareBytes = mark.length - [...part].length
    if (spareBytes > room) return part
    room -= spareBytes
    return mark
  })
}

const cut = (text: string, bytesAtMost: number): string => {
  const signs = [...text]
  return signs.length <= bytesAtMost ? text : `${signs.slice(0, bytesAtMost - 1).join('')}…`
}

const mostAtOnce = 1000
const nobodyReached = 81013
const taskExists = 42014
