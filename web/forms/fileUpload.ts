import { uploadTimeoutSeconds } from '../../domain/rules/constants.ts'
import { type CallOptions, commonHeaders, failureOf, reportFault, sendRequest } from '../call.ts'
import { session } from '../session/session.ts'

/**
 * Sends a picture or file; the answer is its stored path. Shown at `fileUrl(path)`. A private one opens for no one else until something that
 * others read admits it. `to` is where something else than a picture or file of the organisation is sent.
 */
export const upload = async (
  file: Blob,
  name: string,
  options: Pick<CallOptions, 'signal' | 'quiet' | 'token'> & { readonly isPrivate?: boolean; readonly to?: string } = {},
): Promise<string> => {
  const { token, isPrivate, to, quiet = false, signal } = options
  const bearer = token ?? session().token
  const body = new FormData()
  body.append('file', file, name)
  try {
    const headers = { ...commonHeaders(''), ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
    const answer = await sendRequest(
      {
        url: to ?? `/systemController/filedeal.do?isup=1${isPrivate ? '&scope=private' : ''}`,
        init: { method: 'POST', body, headers },
        writes: true,
      },
      uploadTimeoutSeconds,
      signal,
    )
    const path = answer.body.obj
    if (typeof path !== 'string') throw failureOf(answer)
    return path
  } catch (error) {
    throw reportFault(error, { quiet, asking: bearer, writes: true })
  }
}
