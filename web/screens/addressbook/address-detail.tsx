import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { PersonCard } from './PersonCard.tsx'

/** One colleague's card. */
export default function AddressDetail() {
  const { uid } = useSearch('/pages/addressbook/address-detail')
  return (
    <Page scroll={false}>
      {uid ? (
        <PersonCard uid={uid} onPerson={(other) => go('/pages/addressbook/address-detail', { uid: other })} />
      ) : (
        <Empty title={t('没有找到这位同事')} />
      )}
    </Page>
  )
}
