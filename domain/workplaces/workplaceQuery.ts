import { isRecord } from '../../kernel/isRecord.ts'

/** What a page inside a chat says when it asks: by fields, and by the query of its own address as JSON text (`urlParamJson`). */
export type WorkplaceQuery = { readonly [K in (typeof askedFields)[number]]?: string | undefined } & {
  readonly urlParamJson?: string | undefined
}

const askedFields = ['corpId', 'code', 'authCode', 'state', 'url'] as const

/** As chats and old clients call them. */
const otherNames: Readonly<Record<string, (typeof askedFields)[number]>> = { corpid: 'corpId', auth_code: 'authCode' }

/** What is meant: a field counts before the query, the query before nothing. What is no JSON says nothing. */
export const meant = (input: WorkplaceQuery & Readonly<Record<string, unknown>>): Pick<WorkplaceQuery, (typeof askedFields)[number]> => {
  const values = { ...inText(input.urlParamJson), ...input }
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const field = askedFields.find((name) => name === key) ?? otherNames[key]
      return field && typeof value === 'string' && value !== '' ? [[field, value.slice(0, lengthAtMost)]] : []
    }),
  )
}

const inText = (text: string | undefined): Record<string, unknown> => {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
}

/** Longer than any code or address. */
const lengthAtMost = 2000
