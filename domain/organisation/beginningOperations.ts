import * as v from 'valibot'
import { beginningSteps } from './beginningSteps.ts'
import { nothing, operation, type Operation } from '../operations/define.ts'

const beginningAnswer = v.object({
  /** True where every step is done or skipped. */
  begun: v.boolean(),
  steps: v.array(v.object({ step: v.picklist(beginningSteps), done: v.boolean(), skipped: v.boolean() })),
  counts: v.object({
    hasLogo: v.boolean(),
    departments: v.number(),
    people: v.number(),
    unheadedDepartments: v.number(),
    places: v.number(),
    unmanagedPlaces: v.number(),
    categories: v.number(),
    flows: v.number(),
    assets: v.number(),
    supplies: v.number(),
    books: v.number(),
    ableToSignIn: v.number(),
    comeByThemselves: v.boolean(),
  }),
  /** Of the delivered flows how many of those in use have a newer template, and how many recommended ones were never installed. */
  delivered: v.object({ newer: v.number(), missing: v.number() }),
})
export type BeginningAnswer = v.InferOutput<typeof beginningAnswer>

/** How far the organisation has come; read from what there is. */
export const beginning = operation({
  name: 'sysoperation.beginning',
  method: 'GET',
  path: '/api/operation/sysoperation/beginning',
  title: '开始使用',
  access: ['sysoperation:update'],
  input: nothing,
  output: beginningAnswer,
  reads: true,
})

/** Steps that the organisation leaves out, or takes up again. */
export const beginningSkip = operation({
  name: 'sysoperation.skipBeginning',
  path: '/api/operation/sysoperation/skipBeginning',
  title: '跳过开始步骤',
  access: ['sysoperation:update'],
  input: v.strictObject({
    steps: v.pipe(v.array(v.picklist(beginningSteps, '步骤有误'), '步骤有误'), v.maxLength(beginningSteps.length, '步骤有误')),
    skipped: v.boolean('应为是或否'),
  }),
  output: beginningAnswer,
})

export const beginningOperations: readonly Operation[] = [beginning, beginningSkip]
