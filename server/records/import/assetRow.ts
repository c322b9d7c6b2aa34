import { asTexts, isEmpty, textIn } from '../../../kernel/field.ts'
import { half } from '../../../kernel/cell.ts'
import { addMonths } from '../../../kernel/month.ts'
import { asset } from '../../../domain/records/asset.ts'
import { english } from '../../../domain/english/all.ts'
import { isDepartmentName, isPersonName } from '../../../domain/records/personName.ts'
import { standingOf } from '../../../domain/records/recordStanding.ts'
import { monthsOfCell } from '../../../domain/records/units.ts'
import type { Values } from '../../db/recordTable.ts'
import { type DirectoryEntry, problemOf } from './directory.ts'
import type { CompletionContext, Reader } from './completion.ts'
import { completeDepartment, departmentOf } from './personRow.ts'
import { completePlace } from './placeless.ts'

/** What a cell of a register of assets says besides what its own field reads: states, and departments where people are expected. */
export const readAssetCell = (key: string, text: string, reader: Reader): Values | undefined => {
  const { raw, directory, mayMake } = reader
  if (key === 'warrantyUntil') return warrantyOf(text, reader)
  if (key === 'state' || key === 'condition') return standingOf(text, key)
  // A line break divides the numbers of several pieces, as a comma does, which a line of text keeps.
  if (key === 'serialNo' && /[\r\n]/.test(text.trim())) return { serialNo: text.trim().replace(/\s*[\r\n]+\s*/g, ',') }
  if (key !== 'holderUid' || 'id' in directory.find('person', text)) return undefined
  // Some registers say the place again where a thing is in nobody's hands.
  const place = directory.find('location', text)
  if ('id' in place && place.id === raw['locId']) return {}
  const department = directory.find('department', text)
  if ('id' in department) return { deptId: department.id }
  if (isPersonName(text) || remarkOf(text) || !isDepartmentName(text)) return undefined
  const newDepartment = directory.refer('department', text, { filter: {}, mayMake: mayMake.has('department') })
  return 'id' in newDepartment ? { deptId: newDepartment.id } : undefined
}

/** A warranty that is said by its length ends that long after the purchase. */
const warrantyOf = (text: string, { raw, header, note }: Reader): Values | undefined => {
  const boughtOn = textIn(raw, 'boughtOn')
  const months = boughtOn === undefined ? undefined : monthsOfCell(text, header)
  if (boughtOn === undefined || months === undefined) return undefined
  note('{count}行的保修到期由购置日期加保修期算出')
  return { warrantyUntil: addMonths(boughtOn, months) }
}

/** A remark where a holder is expected is kept as one, with the name of the column. */
export const remarkOfHolder = (key: string, text: string, { directory, header }: Reader): string | undefined => {
  if (key !== 'holderUid' || 'id' in directory.find('person', text)) return undefined
  return remarkOf(text) ? `${header.replace(/\s+/g, '')}：${text}` : undefined
}

const remarkOf = (text: string): boolean =>
  /^(公用|公共|共用|备用|闲置|待领|多人|集体)$/.test(text) ||
  (/^[\p{Script=Han}()]{3,}$/u.test(half(text)) && /统一|统管|公用|共用|公共|管理|保管|待分配|待领|离职|等\p{Script=Han}*人/u.test(text))

/**
 * A register names a thing and says its specification: the model is called by both. Our own header says the name of the model, which
 * stands alone.
 */
export const referAssetCell = (key: string, text: string, reader: Reader): DirectoryEntry | undefined => {
  const { raw, directory, mayMake, header } = reader
  if (key === 'locId') return placeBelow(text, reader)
  if (key === 'deptId') return departmentOf(text, reader)
  const name = textIn(raw, 'instanceName')
  if (key !== 'goodsId' || name === undefined || name === text) return undefined
  const modelFound = directory.find('model', text)
  if ('id' in modelFound || modelFound.problem === 'ambiguous') return modelFound
  const spec = text.startsWith(`${name} `) ? text.slice(name.length + 1).trim() : text
  if (spec === text && isOwnHeader(header)) return undefined
  return directory.refer('model', name, { filter: {}, mayMake: mayMake.has('model'), values: { spec } })
}

/** A room is below the building and the floor that its row says; of any other place these are parts. */
const placeBelow = (text: string, { raw, directory, mayMake, header }: Reader): DirectoryEntry | undefined => {
  const parts = asTexts([raw['building'], raw['floor']]).filter((part) => !isEmpty(part))
  if (parts.length === 0) return undefined
  const path = /房|室|room/i.test(header) ? [...parts, text] : [text, ...parts]
  return directory.refer('location', path.join('/'), { filter: {}, mayMake: mayMake.has('location') })
}

const ownHeaders = [asset.fields['goodsId']?.label ?? '', '型号名称', 'Model name'].flatMap((label) => [label, english[label] ?? label])
const isOwnHeader = (header: string): boolean => ownHeaders.some((label) => label.toLowerCase() === header.trim().toLowerCase())

/** Fills in what follows from the other cells of a row about a piece. */
export const completeAsset = (raw: Record<string, unknown>, context: CompletionContext): void => {
  const { directory } = context
  completeStanding(raw, context)
  completePlace(raw, context)
  for (const part of ['building', 'floor']) delete raw[part]
  completeDepartment(raw, context)
  const holderUid = textIn(raw, 'holderUid')
  const holder = holderUid === undefined ? undefined : directory.made(holderUid)
  if (holder && raw['deptId'] !== undefined) holder['deptId'] ??= raw['deptId']
  completeModel(raw, context)
}

/** Registers often have a name and no model; then the name is the model's. */
const completeModel = (raw: Record<string, unknown>, { directory, mayMake, wrong, isWrong, note }: CompletionContext): void => {
  const name = textIn(raw, 'instanceName')
  if (isEmpty(raw['goodsId']) && name && !isWrong('goodsId')) {
    const modelMatch = directory.refer('model', name, { filter: {}, mayMake: mayMake.has('model') })
    if ('id' in modelMatch) raw['goodsId'] = modelMatch.id
    else {
      const { words, params } = problemOf(modelMatch, 'model', name)
      wrong('goodsId', words, params)
    }
  }
  const model = textIn(raw, 'goodsId')
  if (model === undefined) return
  const newModel = directory.made(model)
  if (newModel) newModel['catId'] ??= raw['catId']
  completeBrand(raw, newModel, note)
  if (isEmpty(name)) raw['instanceName'] = directory.plainNameOf('model', model)
  if (isEmpty(raw['catId']) && !isWrong('catId')) raw['catId'] = newModel ? newModel['catId'] : directory.trait('model', model, 'catId')
}

/** A brand is the model's: one that is made has that of its first row. */
const completeBrand = (
  raw: Record<string, unknown>,
  newModel: Record<string, unknown> | undefined,
  note: CompletionContext['note'],
): void => {
  const brand = textIn(raw, 'brand')
  delete raw['brand']
  if (brand === undefined) return
  if (!newModel) return note('{count}行的型号已在册，品牌以型号档案为准')
  newModel['brand'] ??= brand
  if (newModel['brand'] !== brand) note('{count}行的品牌与前面同一型号的行不同，以前面的为准')
}

/** Where a piece stands, of what its row says of its state and of who has it; asked where the two do not fit. */
const completeStanding = (raw: Record<string, unknown>, { wrong, isWrong, questions }: CompletionContext): void => {
  const state = textIn(raw, 'state')
  const isHeld = !isEmpty(raw['holderUid'])
  const assetLabel = [raw['instanceName'], raw['instanceCode']].filter(Boolean).join(' ')
  if (state === undefined) {
    if (isHeld) raw['state'] = 'inUse'
    return
  }
  if (state === 'lent' && !isHeld && !isWrong('holderUid')) wrong('holderUid', '借出的资产请填写{label}')
  if (state === 'inUse' && !isHeld && !isWrong('holderUid')) {
    const answer = questions.ask({ ...inUseByNobody, params: {} }, assetLabel)
    if (answer === 'idle') raw['state'] = 'idle'
    if (answer === 'refuse') wrong('holderUid', '在用的资产请填写{label}')
  }
  if (state === 'inTransit') {
    const answer = questions.ask({ ...onTheRoad, params: {} }, assetLabel)
    if (answer === 'idle') raw['state'] = 'idle'
    if (answer === 'refuse') wrong('state', '在途的资产请等收货后再导入')
  }
  if (state === 'idle' && isHeld) {
    const answer = questions.ask({ ...idleWithHolder, params: {} }, assetLabel)
    if (answer === 'inUse') raw['state'] = 'inUse'
    if (answer === 'idle') delete raw['holderUid']
  }
}

const inUseByNobody = {
  key: 'state.inUse',
  column: 'state',
  words: '状态是在用，却没有使用人，怎么导入？',
  options: [
    { value: 'shared', label: '登记为在用，不登记使用人' },
    { value: 'idle', label: '作为闲置入库' },
    { value: 'refuse', label: '退回这些行' },
  ],
  supposed: 'shared',
}

const onTheRoad = {
  key: 'state.inTransit',
  column: 'state',
  words: '状态是在途，怎么导入？',
  options: [
    { value: 'idle', label: '作为闲置入库' },
    { value: 'refuse', label: '退回这些行' },
  ],
}

const idleWithHolder = {
  key: 'state.idle',
  column: 'state',
  words: '状态是闲置，却有使用人，怎么导入？',
  options: [
    { value: 'inUse', label: '登记在使用人名下' },
    { value: 'idle', label: '在库闲置，不登记使用人' },
  ],
}
