import { session, store, stored } from '../../session.ts'

/** Sentences that people put into opinions with one tap, in Chinese; each person keeps a list of their own on this device. */
export const presetsOf = (): readonly string[] => stored<string[]>(keyOf('presets')) ?? delivered
export const keepPresets = (presets: readonly string[]): void => store(keyOf('presets'), [...presets], 0)

/** The signature that somebody used last on this device: a stored path. */
export const lastSignature = (): string | undefined => stored<string>(keyOf('signature'))
export const keepSignature = (path: string): void => store(keyOf('signature'), path, 0)

export const presetsAtMost = 20

const delivered = ['同意', '情况属实，同意', '请尽快办理', '请补充说明']
const keyOf = (what: string): string => `_opinion_${what}_${session().uid}`
