import type { AddressBookMember } from '../../domain/addressBook/operations.ts'
import { type Panel, usePanel } from '../panel/usePanel.ts'

/** Cards of colleagues beside any list of them. */
export const usePeople = (): Panel<AddressBookMember> =>
  usePanel<AddressBookMember>(
    ({ uid }) => ({ what: 'person', id: uid }),
    ({ uid }) => uid,
  )
