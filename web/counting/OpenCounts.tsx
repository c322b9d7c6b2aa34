import { countTaskList } from '../../domain/counting/operations.ts'
import { useAsk } from '../ask.ts'
import { hrefOf } from '../frames.ts'
import { Notice } from '../look/Notice.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** The counts that are open and in which the reader counts: what was scanned may be counted there. */
export const OpenCounts = ({ code }: { code: string }) => {
  const { data } = useAsk(countTaskList, { state: 'open', pageSize: 3 }, { staleMs: 60_000 })
  return data?.list.map(({ id, name }) => (
    <Notice
      key={id}
      text={t('正在盘点：{name}', { name })}
      action={t('去盘点')}
      onPress={() => goHref(hrefOf('/pages/goods/components/inventoryScan/index', { taskId: id, code }))}
    />
  ))
}
