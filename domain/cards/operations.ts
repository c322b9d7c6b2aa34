import * as v from 'valibot'
import { type CardAnswer, cardNouns } from './cards.ts'
import { idInput, operation, type Operation } from '../operations/define.ts'

/** What a message or a link names; what it shows is read by the person who looks at it. */
export const cardRefInput = v.strictObject({
  noun: v.picklist(cardNouns, '没有这种卡片'),
  id: idInput,
  kind: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/, '没有这种单据'))),
})

const words = v.object({ label: v.string(), value: v.string() })
const answer: v.GenericSchema<CardAnswer> = v.variant('t', [
  v.object({
    t: v.literal('card'),
    card: v.object({
      label: v.string(),
      title: v.string(),
      icon: v.string(),
      picture: v.optional(v.string()),
      rows: v.pipe(v.array(words), v.maxLength(4)),
      state: v.optional(v.object({ text: v.string(), tone: v.picklist(['plain', 'accent', 'good', 'warn', 'bad']) })),
      link: v.string(),
      offers: v.array(
        v.variant('t', [
          v.object({ t: v.literal('decide'), taskId: v.string(), processId: v.string(), formRev: v.number(), atOnce: v.boolean() }),
          v.object({ t: v.literal('go'), title: v.string(), link: v.string() }),
        ]),
      ),
    }),
  }),
  v.object({ t: v.literal('gone') }),
  v.object({ t: v.literal('none') }),
])

/** What the caller may see of some things right now, in the order in which they are asked for. */
export const cardRead = operation({
  name: 'card.read',
  path: '/api/msg/card/read',
  title: '查看卡片',
  access: 'signed-in',
  input: v.strictObject({ cards: v.pipe(v.array(cardRefInput, '应为卡片列表'), v.maxLength(50, '最多{max}项')) }),
  output: v.array(answer),
  reads: true,
})

export const cardOperations: readonly Operation[] = [cardRead]
