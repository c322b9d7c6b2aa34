import { recordOf } from '../../domain/records/all.ts'
import { saveRecord } from '../records/engine.ts'
import { offerPieces } from '../pool/pool.ts'
import type { Company } from './company.ts'
import type { Shelves } from './register.ts'

/** What the company lays down: what its designers are equipped with, how much paper sales draws, and what its keeper offers to colleagues. */
export const layDown = async (company: Company, shelves: Shelves): Promise<void> => {
  const admin = company.as('admin')
  await saveRecord(admin, recordOf('standard'), {
    standardName: '设计师笔记本电脑',
    catId: company.category('A02010108'),
    position: '交互设计师',
    pieces: 1,
    price: '20000',
    lifeMonths: 48,
  })
  await saveRecord(admin, recordOf('allowance'), {
    allowanceName: '市场销售部用纸',
    per: 'department',
    deptId: company.department('D10'),
    goodsId: company.supply('ZH001'),
    quantity: '40',
  })
  const [piece] = shelves.get('HQ-S1') ?? []
  if (piece) await offerPieces(company.as('keeper'), { ids: [piece.id], note: '旧项目退下来的，功能正常，欢迎领用' })
}
