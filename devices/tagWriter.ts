import { aloneIn, nextStep } from '../domain/rfid/encoding.ts'
import { pcOf } from '../domain/rfid/epc.ts'
import { hear, type HeardTags } from '../domain/rfid/session.ts'
import { type Reader, ReaderFault } from './reader.ts'

/** One piece whose tag is to be written, and who is told how far it came. */
export type TagJob = {
  readonly epc: string
  /** The numbering is the organisation's own and none of GS1. */
  readonly own: boolean
  /** Whose tag this is, in words, where it is another piece's. */
  readonly ofAnother: (epc: string) => Promise<string | undefined>
  readonly written: () => Promise<unknown>
  readonly verified: (tid: string | undefined) => Promise<unknown>
}

export type TagOutcome =
  | { readonly t: 'verified' }
  /** None lies there, or several do. */
  | { readonly t: 'wait'; readonly why: 'none' | 'several' }
  | { readonly t: 'another'; readonly name: string }
  /** The reader wrote, and the tag does not say so. */
  | { readonly t: 'notTaken' }

const lookMs = 700

/**
 * Writes the tag that lies in front of the reader: looks that it is alone, writes over the EPC that it carries, reads back, and tells. Begun
 * again after it broke off anywhere it goes on from what the tag carries. Throws ReaderFault, and whatever those who are told throw.
 */
export const writeTag = async (reader: Reader, job: TagJob, forMs = lookMs): Promise<TagOutcome> => {
  if (!reader.write) throw new ReaderFault('refused')
  const tag = aloneIn(await lookWith(reader, forMs))
  const another = typeof tag === 'string' ? undefined : await job.ofAnother(tag.epc)
  const step = nextStep(job, tag, () => another)
  if (step.t === 'wait' || step.t === 'another') return step
  if (step.t === 'write' && typeof tag !== 'string') {
    await reader.write(tag.epc, pcOf(job.epc, job.own), job.epc)
    await job.written()
    const now = aloneIn(await lookWith(reader, forMs))
    if (typeof now === 'string' || now.epc !== job.epc) return { t: 'notTaken' }
  }
  await job.verified(await tidWith(reader, job.epc))
  return { t: 'verified' }
}

/** What is heard for a moment. */
const lookWith = async (reader: Reader, forMs: number): Promise<HeardTags> => {
  const tags: HeardTags = new Map()
  await reader.start((read) => hear(tags, read), { session: 0 })
  await new Promise((resolve) => setTimeout(resolve, forMs))
  await reader.stop()
  return tags
}

/** The chip's number, where it can be read; the tag is written without it as well. */
const tidWith = async (reader: Reader, epc: string): Promise<string | undefined> => {
  try {
    return await reader.tidOf?.(epc)
  } catch (fault) {
    if (fault instanceof ReaderFault) return undefined
    throw fault
  }
}
