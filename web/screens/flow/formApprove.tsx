import { useSearch } from '../../screen.ts'
import { back } from '../../travel.ts'
import Opinion from './Opinion.tsx'

/** One task to decide, on a screen of its own. */
export default function FormApprove() {
  const { taskId = '' } = useSearch('/pages/flow/formApprove')
  return <Opinion taskId={taskId} onDone={() => void back()} />
}
