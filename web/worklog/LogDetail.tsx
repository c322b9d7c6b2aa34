import { Page } from '../look/Page.tsx'
import { useScreen, useSearch } from '../screen.ts'
import { back } from '../travel.ts'
import { LogView } from './LogView.tsx'

/** One work log. */
export default function LogDetail() {
  const { id = '' } = useSearch('/pages/mylog/logdetail')
  const { beside } = useScreen()
  return (
    <Page scroll={false}>
      <LogView id={id} onGone={() => (beside ? beside.goOn() : void back())} />
    </Page>
  )
}
