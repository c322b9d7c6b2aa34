import { isRecord } from '../../kernel/isRecord.ts'
import { ChevronRight, MapPin } from 'lucide-react'
import * as v from 'valibot'
import { type Place, place, systems } from '../../kernel/fields/place.ts'
import { Button } from '../look/Button.tsx'
import { Field, type FieldProps, inputLook } from '../look/fields/Field.tsx'
import { t } from '../words.ts'
import { choosePlace } from '../maps/choosePlace.ts'

type PlaceDraft = { readonly [part in keyof Place]: string }

const emptyPlace: PlaceDraft = { name: '', address: '', longitude: '', latitude: '', system: 'WGS-84' }

/** A point: chosen on a map, or coordinates by hand; with what people call it. `''` where nothing is entered. */
export const PlaceField = ({ label, value, onChange, error, hint, required, disabled }: FieldProps<unknown>) => {
  const now = fillingOf(value)
  // A name without a point is wrong in what is folded away.
  const isWrong = Boolean(error)
  const set = (part: Partial<PlaceDraft>) => {
    const { system, ...rest } = { ...now, ...part }
    onChange(Object.values(rest).every((part) => part === '') ? '' : { ...rest, system })
  }
  const choose = async () => {
    const place = await choosePlace(placeOf(now))
    if (place) onChange(place)
  }
  const line = (name: string, part: 'name' | 'address' | 'longitude' | 'latitude', maximum: number) => (
    <label className="flex min-w-0 flex-1 items-center gap-3">
      <span className="w-9 shrink-0 in-[:lang(en)]:w-16 text-small text-quiet">{name}</span>
      <input
        value={now[part]}
        maxLength={maximum}
        disabled={disabled}
        placeholder={disabled ? '' : t('请输入{label}', { label: name })}
        inputMode={part === 'longitude' || part === 'latitude' ? 'decimal' : 'text'}
        onChange={(event) => set({ [part]: event.target.value })}
        className={inputLook}
      />
    </label>
  )
  return (
    <Field label={label} error={error} hint={hint} required={required} group>
      {() => (
        <div className="py-0.5">
          {line(t('名称'), 'name', 60)}
          {line(t('地址'), 'address', 200)}
          {!disabled && (
            <div className="flex justify-end pt-1">
              <Button kind="secondary" size="small" icon={MapPin} onClick={() => void choose()}>
                {t('在地图上选')}
              </Button>
            </div>
          )}
          <details open={isWrong || undefined} className="group pt-1">
            <summary className="reach flex min-h-9 w-fit cursor-pointer list-none items-center gap-1 text-small text-quiet">
              <ChevronRight size={14} className="transition-transform group-open:rotate-90" aria-hidden />
              {t('高级：经纬度')}
            </summary>
            <div className="flex flex-wrap gap-x-6">
              {line(t('经度'), 'longitude', 12)}
              {line(t('纬度'), 'latitude', 12)}
            </div>
            <span role="radiogroup" aria-label={t('坐标系')} className="mt-1 flex w-fit shrink-0 rounded-full bg-sunken p-0.5">
              {systems.map((system) => (
                <button
                  key={system}
                  type="button"
                  role="radio"
                  aria-checked={now.system === system}
                  disabled={disabled}
                  onClick={() => set({ system })}
                  className={`reach h-8 rounded-full px-3 text-small ${now.system === system ? 'bg-card font-medium text-accent-strong shadow-lift' : 'text-quiet'}`}
                >
                  {system}
                </button>
              ))}
            </span>
          </details>
        </div>
      )}
    </Field>
  )
}

const fillingOf = (value: unknown): PlaceDraft => {
  const placeGiven: Readonly<Record<string, unknown>> = isRecord(value) ? value : {}
  return Object.fromEntries(Object.entries(emptyPlace).map(([part, without]) => [part, String(placeGiven[part] ?? without)])) as PlaceDraft
}

/** What is filled in as a place, where it says a point. */
const placeOf = ({ longitude, latitude, system, name, address }: PlaceDraft): Place | undefined => {
  const read = v.safeParse(place.check({ type: 'place' }, ''), { longitude, latitude, system, name, address })
  return read.success ? read.output : undefined
}
