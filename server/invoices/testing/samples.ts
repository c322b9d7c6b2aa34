import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { ZipFile } from 'yazl'

/** Invoices in the layouts that issuers send, made here. */
export type SampleLine = Partial<Record<'name' | 'spec' | 'unit' | 'quantity' | 'price' | 'amount' | 'taxRate' | 'tax', string>>
export type Sample = {
  readonly number?: string
  readonly seller?: string
  readonly buyer?: string
  readonly buyerTax?: string
  readonly vat?: string
  readonly issuedOn?: string
  readonly amount?: string
  readonly tax?: string
  readonly total?: string
  readonly red?: { readonly blue: string }
  readonly lines?: readonly SampleLine[]
  readonly encoding?: string
  readonly prolog?: string
}

export const laptops: SampleLine = {
  name: '*电子计算机*笔记本电脑',
  spec: 'T14',
  unit: '台',
  quantity: '3',
  price: '4424.7787610619469',
  amount: '13274.34',
  taxRate: '0.13',
  tax: '1725.66',
}
const sumOf = (lines: readonly SampleLine[], key: 'amount' | 'tax'): number => lines.reduce((sum, line) => sum + Number(line[key] ?? 0), 0)

/** 数电票, as the tax office hands it out. */
export const digitalXml = (sample: Sample = {}): string => {
  const { number = '26317000000123456701', lines = [laptops], red } = sample
  const amount = sample.amount ?? sumOf(lines, 'amount').toFixed(2)
  const tax = sample.tax ?? sumOf(lines, 'tax').toFixed(2)
  return `<?xml version="1.0" encoding="${sample.encoding ?? 'UTF-8'}"?>${sample.prolog ?? ''}
<EInvoice><Header><EIid>${number}</EIid><EInvoiceTag>SWEI3200</EInvoiceTag><Version>0.2</Version><InherentLabel>
  <InIssuType><LabelCode>${red ? 'N' : 'Y'}</LabelCode><LabelName>是否蓝字发票标志</LabelName></InIssuType>
  <EInvoiceType><LabelCode>01</LabelCode><LabelName>电子发票</LabelName></EInvoiceType>
  <GeneralOrSpecialVAT><LabelCode>01</LabelCode><LabelName>${sample.vat ?? '增值税专用发票'}</LabelName></GeneralOrSpecialVAT>
</InherentLabel></Header><EInvoiceData>
<SellerInformation><SellerIdNum>91310000MA1K000001</SellerIdNum><SellerName>${sample.seller ?? '上海示例电脑有限公司'}</SellerName></SellerInformation>
<BuyerInformation><BuyerIdNum>${sample.buyerTax ?? '91320500MA1X000002'}</BuyerIdNum><BuyerName>${sample.buyer ?? '在册示例科技有限公司'}</BuyerName></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>${amount}</TotalAmWithoutTax><TotalTaxAm>${tax}</TotalTaxAm>
<TotalTax-includedAmount>${sample.total ?? (Number(amount) + Number(tax)).toFixed(2)}</TotalTax-includedAmount>
<TotalTax-includedAmountInChinese>略</TotalTax-includedAmountInChinese><Drawer>张三</Drawer><RequestTime>2026-08-05 09:30:00</RequestTime></BasicInformation>
${lines.map(itemXml).join('\n')}
${red ? `<SpecificInformation><RedEInvoice><OriginalInvoiceCode>${red.blue}</OriginalInvoiceCode><CreditNoteNumber>31010026091002615708</CreditNoteNumber></RedEInvoice></SpecificInformation>` : ''}
<AdditionalInformation><Remark>${red ? `被红冲蓝字数电票号码：${red.blue}` : ''}</Remark></AdditionalInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${sample.issuedOn ?? '2026-08-05'}</IssueTime><TaxBureauName>国家税务总局</TaxBureauName></TaxSupervisionInfo>
</EInvoice>`
}

const itemXml = ({ name, spec, unit, quantity, price, amount, taxRate, tax }: SampleLine): string =>
  `<IssuItemInformation><ItemName>${name ?? ''}</ItemName><SpecMod>${spec ?? ''}</SpecMod><MeaUnits>${unit ?? ''}</MeaUnits><Quantity>${quantity ?? ''}</Quantity>` +
  `<UnPrice>${price ?? ''}</UnPrice><Amount>${amount ?? ''}</Amount><TaxRate>${taxRate ?? ''}</TaxRate><ComTaxAm>${tax ?? ''}</ComTaxAm></IssuItemInformation>`

/** The layout of 2019 with code and number, as it lies in OFD files. */
export const archivedXml = (): string => `<?xml version="1.0" encoding="UTF-8"?>
<fp:eInvoice xmlns:fp="http://www.edrm.org.cn/schema/e-invoice/2019"><fp:DocID>01</fp:DocID><fp:AreaCode>3100</fp:AreaCode><fp:TypeCode>0</fp:TypeCode>
<fp:InvoiceCode>031002600111</fp:InvoiceCode><fp:InvoiceNo>12345678</fp:InvoiceNo><fp:IssueDate>2026年08月05日</fp:IssueDate>
<fp:Buyer><fp:BuyerName><![CDATA[在册示例科技有限公司]]></fp:BuyerName><fp:BuyerTaxID>91320500MA1X000002</fp:BuyerTaxID></fp:Buyer>
<fp:Seller><fp:SellerName>苏州纸业有限公司</fp:SellerName><fp:SellerTaxID>91320500MA1X000003</fp:SellerTaxID></fp:Seller>
<fp:TaxInclusiveTotalAmount>¥113.00</fp:TaxInclusiveTotalAmount><fp:TaxExclusiveTotalAmount>¥100.00</fp:TaxExclusiveTotalAmount><fp:TaxTotalAmount>13.00</fp:TaxTotalAmount>
<fp:Note/><fp:GoodsInfos>
<fp:GoodsInfo><fp:LineNo>1</fp:LineNo><fp:Item>*纸制品*复印纸</fp:Item><fp:Specification>A4</fp:Specification><fp:MeasurementDimension>包</fp:MeasurementDimension><fp:Price>22</fp:Price><fp:Quantity>5</fp:Quantity><fp:Amount>110.00</fp:Amount><fp:TaxScheme>13%</fp:TaxScheme><fp:TaxAmount>14.30</fp:TaxAmount></fp:GoodsInfo>
<fp:GoodsInfo><fp:LineNo>2</fp:LineNo><fp:Item>*纸制品*复印纸</fp:Item><fp:Amount>-10.00</fp:Amount><fp:TaxScheme>13%</fp:TaxScheme><fp:TaxAmount>-1.30</fp:TaxAmount></fp:GoodsInfo>
</fp:GoodsInfos></fp:eInvoice>`

export const zipOf = (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const file = new ZipFile()
  for (const [path, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), path)
  file.end()
  return buffer(file.outputStream)
}

const ns = 'xmlns:ofd="http://www.ofdspec.org/2016"'
const sm3 = (content: string | Buffer): string => createHash('sm3').update(content).digest('base64')

/** The parts of an OFD file with the invoice attached, and a seal over all of them. */
export const ofdParts = (attachment: string): Record<string, string | Buffer> => {
  const parts: Record<string, string | Buffer> = {
    'OFD.xml': `<?xml version="1.0" encoding="UTF-8"?><ofd:OFD ${ns} DocType="OFD" Version="1.1"><ofd:DocBody><ofd:DocInfo/><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot><ofd:Signatures>Doc_0/Signs/Signatures.xml</ofd:Signatures></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `<ofd:Document ${ns}><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages><ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments></ofd:Document>`,
    'Doc_0/Attachs/Attachments.xml': `<ofd:Attachments ${ns}><ofd:Attachment ID="8" Name="original_invoice" Format="xml"><ofd:FileLoc>original_invoice.xml</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`,
    'Doc_0/Attachs/original_invoice.xml': attachment,
    'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page ${ns}><ofd:Content/></ofd:Page>`,
  }
  return withSeal(parts)
}

/** The same parts with a signature over each of them. */
export const withSeal = (parts: Record<string, string | Buffer>): Record<string, string | Buffer> => {
  const references = Object.entries(parts).filter(([path]) => path !== 'OFD.xml' || !String(parts['OFD.xml']).includes('Signatures.xml'))
  const list = [...references, ['OFD.xml', parts['OFD.xml'] ?? ''] as const]
    .map(([path, content]) => `<ofd:Reference FileRef="/${path}"><ofd:CheckValue>${sm3(content)}</ofd:CheckValue></ofd:Reference>`)
    .join('')
  const signature = `<ofd:Signature ${ns}><ofd:SignedInfo><ofd:Provider ProviderName="x"/><ofd:SignatureMethod>1.2.156.10197.1.501</ofd:SignatureMethod><ofd:References CheckMethod="1.2.156.10197.1.401">${list}</ofd:References></ofd:SignedInfo><ofd:SignedValue>SignedValue.dat</ofd:SignedValue></ofd:Signature>`
  const digest = createHash('sm3').update(signature).digest()
  return {
    ...parts,
    'Doc_0/Signs/Signatures.xml': `<ofd:Signatures ${ns}><ofd:MaxSignId>1</ofd:MaxSignId><ofd:Signature ID="1" Type="Seal" BaseLoc="Sign_0/Signature.xml"/></ofd:Signatures>`,
    'Doc_0/Signs/Sign_0/Signature.xml': signature,
    'Doc_0/Signs/Sign_0/SignedValue.dat': Buffer.concat([Buffer.from([0x30, 0x60]), Buffer.from('ES'), digest, Buffer.alloc(64, 7)]),
  }
}

/** A 数电票 as OFD without attachment: tags point to texts of its page. Its second line has a name of two rows. */
export const taggedParts = (): Record<string, string | Buffer> => {
  const texts: [string, string, number, number][] = [
    ['1', '电子发票（普通发票）', 70, 8],
    ['10', '26322000000987654321', 160, 10],
    ['11', '2026年09月12日', 160, 15],
    ['12', '在册示例科技有限公司', 20, 30],
    ['13', '91320500MA1X000002', 20, 36],
    ['14', '苏州家具厂', 120, 30],
    ['15', '91320500MA1X000009', 120, 36],
    ['20', '*家具*办公桌', 10, 60],
    ['21', '*家具*升降办公椅', 10, 66],
    ['22', '（带扶手）', 10, 70],
    ['30', '1.4m', 50, 60],
    ['40', '张', 70, 60],
    ['41', '把', 70, 66],
    ['50', '2', 80, 60.4],
    ['51', '4', 80, 66.2],
    ['60', '500', 95, 60],
    ['61', '250', 95, 66],
    ['70', '1000.00', 110, 60],
    ['71', '1000.00', 110, 66],
    ['80', '1%', 130, 60],
    ['81', '1%', 130, 66],
    ['90', '10.00', 140, 60],
    ['91', '10.00', 140, 66],
    ['95', '¥2000.00', 110, 90],
    ['96', '¥20.00', 140, 90],
    ['97', '¥2020.00', 150, 95],
  ]
  const tag = (name: string, ...ids: string[]) =>
    `<ofd:${name}>${ids.map((id) => `<ofd:ObjectRef PageRef="1">${id}</ofd:ObjectRef>`).join('')}</ofd:${name}>`
  const objects = texts.map(
    ([id, text, x, y]) =>
      `<ofd:TextObject ID="${id}" Boundary="${x} ${y} 40 5"><ofd:TextCode X="0" Y="3">${text}</ofd:TextCode></ofd:TextObject>`,
  )
  return {
    'OFD.xml': `<ofd:OFD ${ns}><ofd:DocBody><ofd:DocInfo><ofd:CustomDatas><ofd:CustomData Name="发票号码">26322000000987654321</ofd:CustomData><ofd:CustomData Name="合计税额">20.00</ofd:CustomData><ofd:CustomData Name="合计金额">2000.00</ofd:CustomData></ofd:CustomDatas></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `<ofd:Document ${ns}><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>`,
    'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page ${ns}><ofd:Content><ofd:Layer>${objects.join('')}</ofd:Layer></ofd:Content></ofd:Page>`,
    'Doc_0/Tags/CustomTag.xml': `<ofd:eInvoice ${ns}>${tag('InvoiceNo', '10')}${tag('IssueDate', '11')}<ofd:Buyer>${tag('BuyerName', '12')}${tag('BuyerTaxID', '13')}</ofd:Buyer><ofd:Seller>${tag('SellerName', '14')}${tag('SellerTaxID', '15')}</ofd:Seller>${tag('Item', '20', '21', '22')}${tag('Specification', '30')}${tag('MeasurementDimension', '40', '41')}${tag('Quantity', '50', '51')}${tag('Price', '60', '61')}${tag('Amount', '70', '71')}${tag('TaxScheme', '80', '81')}${tag('TaxAmount', '90', '91')}${tag('TaxExclusiveTotalAmount', '95')}${tag('TaxTotalAmount', '96')}${tag('TaxInclusiveTotalAmount', '97')}</ofd:eInvoice>`,
  }
}

/** A PDF of one page; with data attached where there is some. */
export const pdfOf = (attachment?: string | Buffer, name = 'invoice.xml'): Promise<Buffer> => {
  const file = new Pdf({ size: 'A5' })
  file.text('Invoice')
  if (attachment !== undefined) file.file(Buffer.from(attachment), { name, type: 'text/xml' })
  file.end()
  return buffer(file)
}
