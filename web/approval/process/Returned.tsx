import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { useAsk } from '../../ask.ts'
import { Notice } from '../../look/Notice.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { refusalWords } from './ApplicationCard.tsx'

/** The notice above a returned application: who returned it, with the comment. */
export const Returned = ({ processId }: { processId: string }) => {
  const { data } = useAsk(processOperations.process, { id: processId })
  const words = data ? refusalWords(data.process) : ''
  return (
    <Notice
      text={words ? t('已退回，{words}', { words }) : t('已退回，修改后可重新提交。')}
      action={t('查看进度')}
      onPress={() => go('/pages/flow/progress', { processId })}
    />
  )
}
