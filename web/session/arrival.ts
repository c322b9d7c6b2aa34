import type { HostIdentity } from '../../hosts/host.ts'

/** What is done with a person who the host knows. */
export type Arrival =
  /** No one of ours: the page where the app is installed. */
  | 'install'
  /** Nobody was signed in. */
  | 'enter'
  /** Another person was, or the same in another organisation: they are signed out first. */
  | 'change'
  /** The same person of the same organisation: on as they are. */
  | 'stay'

/** The four rules of sign-in by a host. A session of an organisation that the host does not know stays its person's. */
export const arrivalOf = ({ uid, corpId, before }: Pick<HostIdentity, 'uid' | 'corpId' | 'before'>): Arrival => {
  if (uid === undefined) return 'install'
  if (before.uid === undefined) return 'enter'
  const isSameCorp = before.corpId === undefined || before.corpId === corpId
  return before.uid === uid && isSameCorp ? 'stay' : 'change'
}

/** Whether the session that the device keeps is of another company of the host than the one whose window this is; false where either is not known. */
export const isOfAnotherCompany = (currentPath: string | undefined, before: string | undefined): boolean =>
  currentPath !== undefined && before !== undefined && currentPath !== before
