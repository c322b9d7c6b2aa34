import { Notice } from '../../look/Notice.tsx'
import { t } from '../../words.ts'
import { useOver } from '../../writing.ts'
import { type FillingIn, keptHereWords } from './useFilling.ts'

/** How a form stands that was not sent, or was refused as a whole. */
export const FillingNotices = <F, C>({ filling }: { filling: FillingIn<F, C> }) => {
  const { unsent, restored, problems, submit, anew } = filling
  const wholeProblem = problems.get('')
  const over = useOver()
  return (
    <>
      {over && <Notice text={over} />}
      {unsent && <Notice text={t(keptHereWords)} action={t('再试一次')} onPress={() => void submit(unsent.choice)} />}
      {restored && <Notice text={t('已恢复上次没有提交的内容。')} action={t('重新填写')} onPress={() => void anew()} />}
      {wholeProblem && (
        <p data-invalid="" role="alert" className="mb-4 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          {wholeProblem}
        </p>
      )}
    </>
  )
}
