import { readFile, stat } from 'node:fs/promises'
import { maxBytes } from '@cheyi/domain/platform/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import type { InspectedFile } from '../../kernel/context.ts'

const fileRefusal = (why: string) => new Refusal('fileTypeRefused', { 说明: `：${why}` })

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Workbooks with macros and templates have the same format; macros are never run here. */
const workbooks = [
  XLSX,
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
]

const archives = [
  { part: 'xl/workbook.bin', name: '二进制表格（.xlsb）' },
  { part: 'Index/Document.iwa', name: 'Numbers表格' },
] as const

const SAVE_AS = '请在 Excel 或 WPS 中另存为 .xlsx 再上传'

/**
 * An uploaded spreadsheet with the extension of its real type: the bytes decide, since many programs use an old
 * extension for a new format. It is parsed later, in a separate process; other files with such an extension are refused
 * here.
 * @throws Refusal fileTypeRefused (11003) with what to do, fileTooLarge (11001)
 */
export async function inspectTable(
  storedAt: string,
  extension: string,
  mime: string | undefined,
): Promise<InspectedFile> {
  if ((await stat(storedAt)).size > maxBytes.table)
    throw new Refusal('fileTooLarge', { n: maxBytes.table / 1024 / 1024 })
  const bytes = await readFile(storedAt)
  const isWorkbook = mime !== undefined && workbooks.includes(mime)
  if (!isWorkbook) throwUnlessText(bytes, extension, mime)
  return {
    kind: 'table',
    mime: isWorkbook ? XLSX : 'text/csv',
    extension: isWorkbook ? '.xlsx' : '.csv',
    bytes,
    thumb: null,
    width: null,
    height: null,
  }
}

function throwUnlessText(bytes: Buffer, extension: string, mime: string | undefined): void {
  if (mime === 'application/x-cfb') {
    // A workbook with a password is encrypted inside a container of the old format; the directory of the container
    // names its parts.
    const isSealed = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw fileRefusal(isSealed ? '表格设有打开密码，请去掉密码后重新上传' : `旧版表格（.xls、.et）无法读取，${SAVE_AS}`)
  }
  if (mime === 'application/vnd.oasis.opendocument.spreadsheet') throw fileRefusal(`ODS表格无法读取，${SAVE_AS}`)
  // Archives that only the names of their parts tell from others.
  const archive = archives.find(({ part }) => mime === 'application/zip' && bytes.includes(part))
  if (archive !== undefined) throw fileRefusal(`${archive.name}无法读取，${SAVE_AS}`)
  // An HTML page or an XML list that programs save as a table: spreadsheet programs open both.
  const head = bytes.subarray(0, 4096)
  if (mime === 'application/xml' || /^\W*<(html|table|body|meta|style|!doctype|\?xml)\b/i.test(head.toString('latin1')))
    throw fileRefusal(`文件内容是网页或XML，${SAVE_AS}`)
  // A text has no signature of its own; a file with a signature, or with characters that no text contains, is something
  // else.
  const isNamedText = ['.csv', '.txt', '.tsv'].includes(extension)
  const isUtf16 = ['fffe', 'feff'].includes(head.toString('hex', 0, 2))
  const isText = isNamedText || isUtf16 || !head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20))
  if (mime !== undefined || !isText) throw fileRefusal(`文件内容不是${isNamedText ? 'CSV' : 'XLSX'}表格`)
}
