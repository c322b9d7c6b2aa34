import type { Bodies } from '../../../domain/chat/body.ts'

export const cardWritten = async (_: string): Promise<Bodies['card'] | undefined> => undefined
