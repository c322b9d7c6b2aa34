import * as v from 'valibot'
import { idInput, operation } from '../../operations/define.ts'

const idAndName = v.object({ id: v.string(), name: v.string() })

/**
 * What one line of a document does to what is there, as the document's own moves say it. Quantities are decimal texts. `onHand` is what is
 * there now, `reserved` what other documents keep of it, `free` the rest; `after` and `freeAfter` the same once this document is in the
 * books. Assets are counted as the idle pieces of their model.
 */
const effect = v.object({
  /** Counts from 0. */
  line: v.number(),
  of: v.picklist(['consumable', 'model']),
  item: idAndName,
  unit: v.string(),
  /** Null where the line takes from any store: then the numbers are those of all stores together. */
  place: v.nullable(idAndName),
  /** With its sign: what comes is positive. */
  change: v.string(),
  onHand: v.string(),
  reserved: v.string(),
  free: v.string(),
  after: v.string(),
  freeAfter: v.string(),
  /** How much is missing; null where there is enough. */
  short: v.nullable(v.string()),
  /** How many other applications wait for it. */
  waiting: v.number(),
  /** Other places that have some, the fullest first, at most five: offered where it is short or where the place is still to be chosen. */
  alternatives: v.array(v.object({ place: idAndName, free: v.string() })),
})
export type Effect = v.InferOutput<typeof effect>

/** A piece that a document names and that is no longer where the document needs it, with others of its model that are. */
const lostPiece = v.object({
  line: v.number(),
  asset: idAndName,
  /** Where it is or what keeps it. */
  words: v.string(),
  alternatives: v.array(v.object({ asset: idAndName, place: v.string() })),
})
export type LostPiece = v.InferOutput<typeof lostPiece>

export const effects = v.object({ lines: v.array(effect), lost: v.array(lostPiece) })
export type Effects = v.InferOutput<typeof effects>

/**
 * What is different in the form from when it was submitted, one row for each field. `path` is "reason", or "lines.0.quantity" with the line
 * counted from 0, or "lines.removed.0.quantity" where the line of then is gone; `before` and `after` are words, empty where there was nothing. `unseen` is true for what changed after the reader last
 * looked at his task.
 */
export const change = v.object({
  path: v.string(),
  /** Counts from 0; null outside tables. */
  row: v.nullable(v.number()),
  /** True where the row is gone: `row` is where it stood when the form was submitted. */
  removed: v.boolean(),
  label: v.string(),
  before: v.string(),
  after: v.string(),
  by: v.nullable(v.object({ uid: v.string(), userName: v.string(), avatar: v.nullable(v.string()) })),
  at: v.string(),
  reason: v.string(),
  unseen: v.boolean(),
})
export type Change = v.InferOutput<typeof change>

/** What the applicant asked for before by the same flow, newest first, and how much the person it is for has now. */
export const history = v.object({
  applications: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      summary: v.string(),
      amount: v.nullable(v.string()),
      status: v.string(),
      isRevoked: v.boolean(),
      statusName: v.string(),
      createdAt: v.string(),
      /** True where the reader may open it. */
      opens: v.boolean(),
    }),
  ),
  holds: v.nullable(v.object({ userName: v.string(), inUse: v.number(), lent: v.number() })),
})
export type ApplicantHistory = v.InferOutput<typeof history>

/** One application on paper, with what the reader may see of it. */
export const processPdf = operation({
  name: 'workflow.pdf',
  method: 'GET',
  path: '/api/workflow/pdf/{id}',
  title: '申请的PDF',
  access: 'signed-in',
  input: v.strictObject({ id: idInput }),
  output: v.any(),
  reads: true,
})
