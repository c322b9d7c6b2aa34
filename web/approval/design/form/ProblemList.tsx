import type { DesignProblem } from '../../../../domain/approval/form/formProblems.ts'
import { Section } from '../../../look/Card.tsx'
import { t } from '../../../words.ts'

/** What forbids publishing, each thing with the way to its item. */
export const ProblemList = ({ problems, onSelect }: { problems: readonly DesignProblem[]; onSelect: (path: string) => void }) =>
  problems.length > 0 && (
    <Section title={t('发布前需要处理')}>
      <ul>
        {problems.map(({ key, words, params }, index) => (
          <li key={index} className="border-b border-line last:border-transparent">
            <button
              type="button"
              disabled={key === null}
              onClick={() => key !== null && onSelect(key)}
              className="pressable w-full px-4 py-3 text-left text-small text-bad"
            >
              {t(words, params)}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
