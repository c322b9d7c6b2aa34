import { Hammer } from 'lucide-react'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { t } from '../words.ts'

/** Says what a screen will show once it is made. */
export default function Coming({ text = '这里的内容还在制作。' }: { text?: string }) {
  return (
    <Page>
      <Empty icon={Hammer} title={t('此功能正在开发')} text={t(text)} />
    </Page>
  )
}
