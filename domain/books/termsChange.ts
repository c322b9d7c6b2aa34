import type { Decimal } from '../../kernel/decimal.ts'
import type { Ref } from '../../kernel/field.ts'
import type { DepreciationMethod } from './depreciation.ts'

/** What a document changes of the terms of an asset, in one book or in all; what is absent stays. */
export type TermsChange = {
  readonly asset: Ref<'asset'>
  readonly bookId?: Ref<'book'> | undefined
  readonly method?: DepreciationMethod | undefined
  readonly lifeMonths?: number | undefined
  readonly residual?: Decimal | undefined
  /** What the asset can still do from the next month that is charged on. */
  readonly unitsTotal?: Decimal | undefined
  /** Added to the impairment that there is. */
  readonly impairment?: Decimal | undefined
}
