/** What stands in a code, without the symbology that WeCom names in front of a bar code (`CODE_128,12345`). */
export const plainScan = (read: string): string => read.replace(symbology, '')

const symbology = /^(?:CODE_?(?:128|39|93|25)|CODABAR|EAN_?(?:13|8)|UPC_?[AE]|ITF|QR_?CODE|DATA_?MATRIX|PDF_?417),/
