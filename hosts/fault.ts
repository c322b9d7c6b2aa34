/**
 * What a host was asked for did not come about. `old`: its client is older than that; `refused`: the person or their organisation does not allow
 * it; `left`: the person gave up; `unknown`: it cannot tell (no place is found, no one names the organisation); `failed`: anything else. The
 * message is the host's own.
 */
export class HostFault extends Error {
  override name = 'HostFault'
  readonly why: 'old' | 'refused' | 'left' | 'unknown' | 'failed'

  constructor(reason: HostFault['why'], message: string) {
    super(message)
    this.why = reason
  }
}

/** What came of it; undefined where the person gave up. */
export const unlessLeft = async <R>(work: Promise<R>): Promise<R | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof HostFault && error.why === 'left') return undefined
    throw error
  }
}
