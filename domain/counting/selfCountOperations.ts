import { keysOf } from '../../kernel/keysOf.ts'
import * as v from 'valibot'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'

/** What a holder says of a piece: he has it; he does not; he has it and something about it is wrong. */
export const ownAnswers = { here: '在我这里', absent: '不在我这里', wrong: '信息有误' } as const
export type OwnAnswer = keyof typeof ownAnswers
const answer = v.picklist(keysOf(ownAnswers), '没有这种回答')

const line = v.object({
  itemId: v.string(),
  code: v.string(),
  name: v.string(),
  image: v.nullable(v.string()),
  place: v.nullable(v.string()),
  answer: v.nullable(answer),
  note: v.nullable(v.string()),
  /** How the last answer was proven: nothing but a word, a photo, a scan. */
  proof: v.nullable(v.picklist(['tick', 'photo', 'scan'] as const)),
  photoWanted: v.boolean(),
})
export type OwnLine = v.InferOutput<typeof line>

const taskOfMine = v.object({
  taskId: v.string(),
  code: v.string(),
  name: v.string(),
  dueOn: v.nullable(v.string()),
  lines: v.array(line),
})
export type OwnTask = v.InferOutput<typeof taskOfMine>

const changes = ['gsinventoryself.', 'gsinventorytask.', 'workbench']

/** What the caller is asked to count himself: the pieces that open tasks expect with him, those without an answer first. */
export const selfCountMine = operation({
  name: 'gsinventoryself.mine',
  path: '/api/goods/gsinventoryself/mine',
  title: '我的自盘',
  access: 'signed-in',
  input: nothing,
  output: v.array(taskOfMine),
  reads: true,
})

/** Answers for one's own pieces; the last answer of each holds. `scanned` is what its label said, `file` the stored path of its photo. */
export const selfCountAnswer = operation({
  name: 'gsinventoryself.answer',
  path: '/api/goods/gsinventoryself/answer',
  title: '自盘',
  access: 'signed-in',
  input: v.strictObject({
    taskId: idInput,
    answers: v.pipe(
      v.array(
        v.strictObject({
          itemId: idInput,
          answer,
          scanned: v.optional(v.pipe(v.string(), v.maxLength(200))),
          file: v.optional(v.pipe(v.string(), v.maxLength(200))),
          note: v.optional(v.pipe(v.string(), v.maxLength(200, '不能超过{max}个字'))),
        }),
      ),
      v.minLength(1, '请至少选择一项'),
      v.maxLength(200, '最多{max}项'),
    ),
  }),
  /** How many are still without an answer. */
  output: v.object({ left: v.number() }),
  changes,
})

const ofTask = v.strictObject({ taskId: idInput })

/** Who has not answered for everything, by department; and photos that two answers share. */
export const selfCountUnanswered = operation({
  name: 'gsinventoryself.unanswered',
  path: '/api/goods/gsinventoryself/unanswered',
  title: '自盘进度',
  access: ['gsinventorytask:plan'],
  input: ofTask,
  output: v.object({
    people: v.number(),
    finished: v.number(),
    departments: v.array(
      v.object({
        id: v.nullable(v.string()),
        name: v.string(),
        people: v.array(v.object({ id: v.string(), name: v.string(), pieces: v.number(), left: v.number() })),
      }),
    ),
    /** The same picture for several pieces, or one that another person uploaded before. */
    samePhotos: v.array(v.object({ file: v.string(), items: v.array(v.object({ id: v.string(), name: v.string() })) })),
  }),
  reads: true,
})

/** Reminds the person who has not finished, at once; answers how many were told. */
export const selfCountRemind = operation({
  name: 'gsinventoryself.remind',
  path: '/api/goods/gsinventoryself/remind',
  title: '催办自盘',
  access: ['gsinventorytask:plan'],
  input: v.strictObject({ taskId: idInput, departmentId: v.optional(idInput) }),
  output: v.object({ told: v.number() }),
  changes: ['msgmessage'],
})

/**
 * Gives a person a random part of what people confirmed themselves to look at again. The same task and share always take the same pieces, so
 * that an auditor can repeat it.
 */
export const selfCountCheck = operation({
  name: 'gsinventoryself.check',
  path: '/api/goods/gsinventoryself/check',
  title: '抽查自盘',
  access: ['gsinventorytask:plan'],
  input: v.strictObject({
    taskId: idInput,
    percent: v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(1, '不能小于{min}'), v.maxValue(100, '不能大于{max}')),
    personId: v.optional(idInput),
  }),
  output: v.object({ lines: v.number(), seed: v.string() }),
  changes,
})

export const selfCountOperations: readonly Operation[] = [
  selfCountMine,
  selfCountAnswer,
  selfCountUnanswered,
  selfCountRemind,
  selfCountCheck,
]
