import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { back } from '../../travel.ts'
import { LogView } from './LogView.tsx'

/** One work log. */
export default function LogDetail() {
  const { id = '' } = useSearch('/pages/mylog/logdetail')
  return (
    <Page scroll={false}>
      <LogView id={id} opened onGone={() => void back()} />
    </Page>
  )
}
