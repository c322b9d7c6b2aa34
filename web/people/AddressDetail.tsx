import { Page } from '../look/Page.tsx'
import { useSearch } from '../screen.ts'
import { go } from '../travel.ts'
import { PersonCard } from './PersonCard.tsx'

/** One colleague's card. */
export default function AddressDetail() {
  const { uid = '' } = useSearch('/pages/addressbook/address-detail')
  return (
    <Page scroll={false}>
      <PersonCard uid={uid} onPerson={(sibling) => go('/pages/addressbook/address-detail', { uid: sibling })} />
    </Page>
  )
}
