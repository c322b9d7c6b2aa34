import { Hammer } from 'lucide-react'
import { comingWords } from '../coming.ts'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { useScreen } from '../screen.ts'
import type { ScreenPath } from '../screens.ts'
import { t } from '../words.ts'

/** Says what a screen will show once it is made. */
export default function Coming() {
  const { path } = useScreen()
  return (
    <Page>
      <Empty icon={Hammer} title={t('此功能正在开发')} text={t(comingWords[path as ScreenPath]!)} />
    </Page>
  )
}
