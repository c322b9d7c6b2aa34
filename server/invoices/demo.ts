import { addDays, dayAt } from '../../kernel/day.ts'
import { add, multiply, sum, toFixed } from '../../kernel/decimal.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { keepBytes } from '../files/files.ts'
import { admitFile } from '../files/scope.ts'
import { linkDocument } from './links.ts'
import { factsIn } from './reading/layouts.ts'
import { parseXml } from './reading/xml.ts'
import { insertInvoice } from './store.ts'
import { onlyRow } from '../db/rows.ts'
import type { Company } from '../demo/company.ts'

type Goods = {
  readonly taxClass: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly quantity: string
  readonly price: string
}
type DemoInvoice = {
  readonly number: string
  readonly daysAgo: number
  readonly seller: readonly [name: string, taxNumber: string]
  readonly goods: readonly Goods[]
}

const title = '青禾智能科技有限公司'
const taxNumber = '91330106MA2H0QH01X'

/** Three invoices: one for what has arrived, one of which a part has arrived, one that nobody has linked yet. */
export const receiveInvoices = async (company: Company): Promise<void> => {
  const { tx } = company
  await tx.query(`update organisation set settings = settings || $2::jsonb where org_id = $1`, [
    tx.orgId,
    JSON.stringify({ invoicing: { title, taxNumber } }),
  ])
  const computers = await receive(company, {
    number: '26332000000518604211',
    daysAgo: 30,
    seller: ['杭州联创信息技术有限公司', '91330106MA2H1LC01A'],
    goods: [
      goodsOf(company, 'NB-T14', { taxClass: '电子计算机', quantity: '4', price: '8199' }),
      goodsOf(company, 'MN-27', { taxClass: '电子计算机', quantity: '6', price: '2650' }),
    ],
  })
  await link(company, computers, '采购单全部到货', [company.model('NB-T14'), company.model('MN-27')])
  const chairs = await receive(company, {
    number: '26332000000527730582',
    daysAgo: 7,
    seller: ['宁波艺林办公家具有限公司', '91330212MA2H2YL02B'],
    goods: [goodsOf(company, 'CH-ERG', { taxClass: '家具', quantity: '10', price: '869' })],
  })
  await link(company, chairs, '首批到货 4 把', [company.model('CH-ERG')])
  await receive(company, {
    number: '26322000000139002746',
    daysAgo: 1,
    seller: ['苏州影智视讯设备有限公司', '91320594MA2H3YZ03C'],
    goods: [goodsOf(company, 'VC-BAR', { taxClass: '视听设备', quantity: '2', price: '18600' })],
  })
}

type Line = Pick<Goods, 'taxClass' | 'quantity' | 'price'>

const goodsOf = (company: Company, code: string, line: Line): Goods => {
  const model = assertDefined(
    company.plan.models.find((candidate) => candidate.code === code),
    code,
  )
  return { ...line, name: model.name, spec: model.spec, unit: model.unit }
}

/** As its seller sent it, by XML. */
const receive = async (company: Company, invoice: DemoInvoice): Promise<Id> => {
  const { tx } = company
  const call = company.as('keeper', company.ago(invoice.daysAgo))
  const bytes = Buffer.from(xmlOf(invoice, addDays(dayAt(company.ago(invoice.daysAgo)), -1)))
  const facts = assertDefined(factsIn(parseXml(bytes)), 'the facts of an invoice')
  const { path } = await keepBytes(call, `${invoice.seller[0]}_${invoice.number}.xml`, bytes, { isPrivate: true })
  const { hash } = await onlyRow(
    tx.query<{ hash: string }>('select sha256 as hash from file where org_id = $1 and path = $2', [tx.orgId, path]),
  )
  const id = newId()
  await insertInvoice(tx, call.session.uid, { id, facts, source: 'xml', signature: 'unchecked', file: { path, hash } })
  await admitFile(tx, [path], { noun: 'invoice', id })
  const receivedAt = new Date(company.ago(invoice.daysAgo)).toISOString()
  await tx.query('update invoice set created_at = $3 where org_id = $1 and id = $2', [tx.orgId, id, receivedAt])
  await tx.query('update invoice_event set at = $3 where org_id = $1 and invoice_id = $2', [tx.orgId, id, receivedAt])
  return id
}

const link = async (company: Company, id: Id, remark: string, itemIds: readonly Id[]): Promise<void> => {
  const { tx } = company
  const document = await onlyRow(
    tx.query<{ id: Id }>(`select id from document where org_id = $1 and kind = 'GsInstockOrder' and header ->> 'remark' = $2`, [
      tx.orgId,
      remark,
    ]),
  )
  await linkDocument(company.as('keeper'), {
    id,
    documentId: document.id,
    uses: itemIds.map((itemId, index) => ({ lineNo: index + 1, itemId })),
  })
}

const rate = '0.13'

/** A 数电票 in the layout of the tax office. */
const xmlOf = ({ number, seller, goods }: DemoInvoice, day: string): string => {
  const lines = goods.map((item) => ({ ...item, amount: multiply(item.quantity, item.price, 2) }))
  const amount = sum(lines.map((line) => line.amount))
  const tax = sum(lines.map((line) => multiply(line.amount, rate, 2)))
  const items = lines.map(
    (line) =>
      `<IssuItemInformation><ItemName>*${line.taxClass}*${line.name}</ItemName><SpecMod>${line.spec}</SpecMod><MeaUnits>${line.unit}</MeaUnits>` +
      `<Quantity>${line.quantity}</Quantity><UnPrice>${line.price}</UnPrice><Amount>${toFixed(line.amount, 2)}</Amount><TaxRate>${rate}</TaxRate>` +
      `<ComTaxAm>${toFixed(multiply(line.amount, rate, 2), 2)}</ComTaxAm></IssuItemInformation>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<EInvoice><Header><EIid>${number}</EIid><EInvoiceTag>SWEI3200</EInvoiceTag><Version>0.2</Version><InherentLabel>
<InIssuType><LabelCode>Y</LabelCode><LabelName>是否蓝字发票标志</LabelName></InIssuType><EInvoiceType><LabelCode>01</LabelCode><LabelName>电子发票</LabelName></EInvoiceType>
<GeneralOrSpecialVAT><LabelCode>01</LabelCode><LabelName>增值税专用发票</LabelName></GeneralOrSpecialVAT></InherentLabel></Header><EInvoiceData>
<SellerInformation><SellerIdNum>${seller[1]}</SellerIdNum><SellerName>${seller[0]}</SellerName></SellerInformation>
<BuyerInformation><BuyerIdNum>${taxNumber}</BuyerIdNum><BuyerName>${title}</BuyerName></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>${toFixed(amount, 2)}</TotalAmWithoutTax><TotalTaxAm>${toFixed(tax, 2)}</TotalTaxAm>
<TotalTax-includedAmount>${toFixed(add(amount, tax), 2)}</TotalTax-includedAmount><Drawer>开票员</Drawer><RequestTime>${day} 10:00:00</RequestTime></BasicInformation>
${items.join('\n')}
</EInvoiceData><TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${day}</IssueTime></TaxSupervisionInfo></EInvoice>`
}
