import { TriangleAlert } from 'lucide-react'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Id } from '../../kernel/id.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Steps } from '../look/Timeline.tsx'
import AssetRoom from '../licence/AssetRoom.tsx'
import { t } from '../words.ts'
import { Done, Failed, Progress } from './ImportEnd.tsx'
import { ChooseEncoding, ChooseFile } from './ImportFile.tsx'
import { stepOf } from './importStage.ts'
import { Match } from './ImportMatch.tsx'
import { Report } from './ImportReport.tsx'
import { useImport } from './useImport.ts'

type Props = {
  kind: RecordKind
  /** One that was begun before, to see what came of it. */
  of?: Id
  onClose: () => void
}

/** Brings a table in: the file, which of its columns is which, everything that is wrong with it, and then all of it or nothing. */
export default function ImportSheet({ kind, of, onClose }: Props) {
  const { stage, go, busy, problem, ...table } = useImport(kind, of)
  const step = { choose: 0, encoding: 0, match: 1, checked: 2, running: 3, done: 3, failed: 3 }[stage.at]
  return (
    <Sheet open onClose={onClose} title={t('导入{title}', { title: t(kind.title) })} tall>
      <div className="shrink-0 pb-4 pt-1">
        <Steps steps={[t('选择文件'), t('对应列'), t('检查'), t('导入')]} current={step} />
      </div>
      {problem && (
        <p role="alert" className="mb-3 flex shrink-0 gap-2 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          <TriangleAlert size={20} className="shrink-0" aria-hidden />
          {problem}
        </p>
      )}
      {stage.at === 'choose' && kind.noun === 'asset' && <AssetRoom />}
      {stage.at === 'choose' && <ChooseFile kind={kind} busy={busy} onFile={(file) => void table.upload(file)} />}
      {stage.at === 'encoding' && (
        <ChooseEncoding
          possible={stage.possible}
          busy={busy}
          onChoose={(encoding) => void table.upload(stage.file, encoding)}
          onBack={() => go({ at: 'choose' })}
        />
      )}
      {stage.at === 'match' && (
        <Match
          analysis={stage.analysis}
          mapping={stage.way.mapping}
          busy={busy}
          onChange={(mapping) => go({ ...stage, way: { ...stage.way, mapping } })}
          onBack={() => go({ at: 'choose' })}
          onNext={() => void table.check(stage.analysis, stage.way)}
          onSheet={(sheet) => void table.readOther(stage.analysis, sheet)}
          onAddFields={(fields) => void table.addFields(stage.analysis, fields)}
        />
      )}
      {stage.at === 'checked' && (
        <Report
          stage={stage}
          busy={busy}
          added={table.added}
          onBack={() => go({ at: 'match', analysis: stage.analysis, way: { ...stage.way, skipBad: false } })}
          onWay={(changes) => void table.check(stage.analysis, { ...stage.way, ...changes })}
          onPictures={
            stage.analysis.columns.some(({ key }) => key === 'pictureNames')
              ? (files) => void table.addPictures(stage.analysis, stage.way, files)
              : undefined
          }
          onRejects={() => void table.rejects(stage.analysis.fileName, stepOf(stage.analysis, stage.way))}
          onCommit={() => void table.commit(stage)}
        />
      )}
      {stage.at === 'running' && <Progress status={stage.status} onCancel={() => void table.cancel(stage.status.id)} />}
      {stage.at === 'failed' && <Failed onAgain={() => go({ at: 'choose' })} />}
      {stage.at === 'done' && (
        <Done
          status={stage.status}
          busy={busy}
          onRejects={() => void table.rejects(stage.status.fileName, { id: stage.status.id })}
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}
