import { FolderOpen } from 'lucide-react'
import { diskSpaceInfo } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** The folder of a record: contracts, invoices, pictures of repairs. It is made when something is first put in; nothing where the reader has no right to it. */
export const FolderSection = ({ id }: { id: Id }) => {
  const { data } = useAsk(diskSpaceInfo, { id })
  if (!data || (data.space.right === 'read' && data.files === 0)) return null
  return (
    <Section title={t('文件夹')}>
      <Cell
        icon={FolderOpen}
        tint="#f5a623"
        title={data.files > 0 ? t('{count}个文件', { count: data.files }) : t('还没有文件')}
        text={data.files > 0 ? undefined : t('合同、发票、照片等可以放在这里')}
        onPress={() => go('/pages/netdisk/netdisklist', { id })}
      />
    </Section>
  )
}
