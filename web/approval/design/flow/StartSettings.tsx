import type { Circle, Policy } from '../../../../domain/approval/flow/definition.ts'
import { Section } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { Field } from '../../../look/fields/Field.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { t } from '../../../words.ts'
import { ReferencesField } from '../../../forms/ReferenceField.tsx'
import { useDesign } from './design.ts'
import { People } from './Rules.tsx'
import { useRoles } from './speech.ts'

/** Who may start the flow. */
export const StartSettings = () => {
  const { definition, edit } = useDesign()
  const { starters, ...policy } = definition.policy
  const set = (next: NonNullable<Policy['starters']>) =>
    edit?.({ ...definition, policy: next.only || next.except ? { ...policy, starters: next } : policy })
  const { only, except } = starters ?? {}
  const { proxies } = definition.policy
  const setProxies = (next: Circle | undefined) => {
    const { proxies: _, ...policyRest } = definition.policy
    edit?.({ ...definition, policy: next ? { ...policyRest, proxies: next } : policyRest })
  }
  return (
    <Section title={t('谁可以发起')} note={t('不能发起的人看不到这个流程。单据流程还要有提交该单据的权限。')}>
      <Choice
        label={t('可以发起的人')}
        required
        value={only ? 'only' : 'all'}
        options={[
          { value: 'all', label: '所有人' },
          { value: 'only', label: '指定的部门、角色、人员' },
        ]}
        onChange={(next) => set({ ...(next === 'only' && { only: nobody }), ...(except && { except }) })}
      />
      {only && <CircleFields circle={only} onChange={(next) => set({ only: next, ...(except && { except }) })} />}
      <Switch
        label={t('排除一部分人')}
        value={except !== undefined}
        onChange={(on) => set({ ...(only && { only }), ...(on && { except: nobody }) })}
      />
      {except && <CircleFields circle={except} onChange={(next) => set({ ...(only && { only }), except: next })} />}
      <Switch
        label={t('允许代别人提交')}
        text={t('申请归被代的人，双方都列在申请上')}
        value={proxies !== undefined}
        onChange={(isOn) => setProxies(isOn ? nobody : undefined)}
      />
      {proxies && <CircleFields circle={proxies} onChange={setProxies} />}
    </Section>
  )
}

const CircleFields = ({ circle, onChange }: { circle: Circle; onChange: (circle: Circle) => void }) => {
  const roles = useRoles()
  return (
    <>
      <ReferencesField
        control={{ type: 'reference', to: 'department', many: true }}
        label={t('部门')}
        hint={t('包括下级部门')}
        value={circle.depts}
        onChange={(depts) => onChange({ ...circle, depts: [...depts] })}
      />
      <Field label={t('角色')} group>
        {() => (
          <div className="flex flex-wrap gap-2 py-1.5">
            {roles.map(({ value, label }) => {
              const on = circle.roles.includes(value)
              return (
                <button
                  key={value}
                  type="button"
                  aria-pressed={on}
                  onClick={() =>
                    onChange({ ...circle, roles: on ? circle.roles.filter((role) => role !== value) : [...circle.roles, value] })
                  }
                  className={`reach h-9 rounded-full px-3.5 text-body transition active:opacity-60 ${on ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken'}`}
                >
                  {t(label)}
                </button>
              )
            })}
          </div>
        )}
      </Field>
      <People label={t('人员')} ids={circle.users} onChange={(users) => onChange({ ...circle, users })} />
    </>
  )
}

const nobody: Circle = { users: [], depts: [], roles: [] }
