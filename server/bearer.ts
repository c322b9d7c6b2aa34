import type { Session } from './call.ts'

export type FindSession = (token: string) => Promise<Session | undefined>

/** The token of an `Authorization: Bearer` header. */
export const bearerOf = (header: string | undefined): string | undefined => /^bearer +(\S{1,200})$/i.exec(header ?? '')?.[1]
