import { text as allText } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { gbk } from '../../testing/hostile/odd-tables.ts'
import { textCell, textRows, workbook } from '../../testing/hostile/odd-workbooks.ts'
import { readTables, writeTable } from './tables.ts'

// Every table is read in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const MAX_ROWS = 5010
/** A part of a workbook as it is written. */
async function partOf(bytes: Buffer, path: string): Promise<string> {
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry())
    if (entry.fileName === path) return allText(await zip.openReadStreamPromise(entry))
  throw new Error(`${path} is missing`)
}
const xlsx = (...given: Parameters<typeof workbook>) => readTables(workbook(...given), '.xlsx', MAX_ROWS)
const text = async (content: Buffer | string) => (await readTables(Buffer.from(content), '.csv', MAX_ROWS))[0]!
const rowsOf = async (...given: Parameters<typeof workbook>) => (await xlsx(...given))[0]!.rows
const cells = (rows: string, odd?: Parameters<typeof workbook>[1]) => rowsOf([{ rows }], odd)

describe('what reading may cost', () => {
  // Fails within its limit of seconds where the process builds what the coordinates say.
  it.each([
    ['in the last corner of a sheet', '<row r="1048576"><c r="XFD1048576" t="n"><v>1</v></c></row>', 1_048_576, 16_384],
    ['in a far row', '<row r="900000"><c r="A900000"><v>1</v></c></row>', 900_000, 1],
    ['in a far column', '<row r="1"><c r="XFD1"><v>1</v></c></row>', 1, 16_384],
    ['that follows too many others in its row', `<row>${'<c><v>1</v></c>'.repeat(300)}</row>`, 1, 201],
  ])('a cell %s is told and not built', async (_, rows, row, column) => {
    const [table] = await xlsx([{ rows }])
    expect(table!.beyond).toEqual({ row, column })
  })

  it('cells that only have a border far out cost nothing', async () => {
    const rows = `${textRows([['甲', '乙']])}<row r="1048576"><c r="XFD1048576" s="1"/></row>`
    expect((await xlsx([{ rows }]))[0]).toMatchObject({ rows: [['甲', '乙']], beyond: null })
  })

  const many = '表格内容或格式过多，请只保留需要导入的行列，另存为新文件后重试'
  it.each([
    ['four million elements', () => workbook([{ rows: `<row>${'<c/>'.repeat(4_000_000)}</row>` }]), many],
    [
      'one long text that a hundred thousand cells name',
      () =>
        workbook([{ rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(500) }], {
          texts: `<si><t>${'长'.repeat(30_000)}</t></si>`,
        }),
      many,
    ],
    [
      'merged ranges that overlap without end',
      () => {
        const ranges = '<mergeCell ref="A1:A5000"/>'.repeat(300_000)
        const rows = Array.from({ length: 5000 }, () => ['x'])
        return workbook([{ rows: textRows(rows), after: `<mergeCells>${ranges}</mergeCells>` }])
      },
      many,
    ],
    [
      'a text without end where a cell should be',
      () => workbook([{ rows: `<row><c><v>${'1'.repeat(90_000_000)}</v></c></row>` }]),
      '文件已损坏或不是表格，请使用模板重新填写',
    ],
    [
      'more than it may unpack to',
      () => workbook([{ rows: ' '.repeat(101 * 1024 * 1024) }]),
      '文件解压后超过100MB，请精简后重试',
    ],
  ])('a workbook of %s is refused with what was found', async (_, make, words) => {
    await expect(readTables(make(), '.xlsx', MAX_ROWS)).rejects.toThrow(words)
  })

  it('a text of more columns or rows than are read is told', async () => {
    expect((await text('a,'.repeat(300))).beyond).toEqual({ row: 1, column: 201 })
    expect((await text('a\n'.repeat(9000))).beyond).toEqual({ row: 5011, column: 1 })
  })
})

describe('a workbook', () => {
  it('may name no coordinates, and prefix its elements', async () => {
    const rows = `<row>${textCell('甲')}${textCell('乙')}</row><row>${textCell('丙')}</row>`
    expect(await cells(rows)).toEqual([
      ['甲', '乙'],
      ['丙', ''],
    ])
    expect(await cells(rows.replaceAll(/<(\/?)/g, '<$1x:'))).toEqual([
      ['甲', '乙'],
      ['丙', ''],
    ])
  })

  it('may hold its texts in runs, with pronunciations and signs that XML forbids', async () => {
    const texts =
      '<si><r><t>大众</t></r><r><t xml:space="preserve"> 朗逸</t></r><rPh sb="0" eb="1"><t>dazhong</t></rPh></si><si><t>上_x000D_\n下&amp;</t></si>'
    expect(await cells('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"/></row>', { texts })).toEqual([
      ['大众 朗逸', '上\r\n下&'],
    ])
  })

  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="[$-804]yyyy/m/d\\ h:mm;@"/><numFmt numFmtId="166" formatCode="0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>'
  const styled = (style: number, value: string, type = '') => `<c s="${style}"${type}><v>${value}</v></c>`

  it('tells days, minutes and months as they are shown', async () => {
    const row = [
      [1, '46508'],
      [3, '46345.430555555555'],
      [2, '46661'],
      [2, '46665'],
      [4, '46508'],
      [0, '46508'],
    ] as const
    expect(await cells(`<row>${row.map(([look, value]) => styled(look, value)).join('')}</row>`, { styles })).toEqual([
      ['2027-05-01', '2026-11-19 10:20:00', '2027-10', '2027-10-05', '46508', '46508'],
    ])
    const iso = '<row><c t="d"><v>2026-05-01T00:00:00.000Z</v></c><c t="d"><v>2026-05-01T08:30:00</v></c></row>'
    expect(await cells(iso)).toEqual([['2026-05-01', '2026-05-01 08:30:00']])
    const early = await cells(`<row>${styled(1, '45046')}</row>`, { styles, workbookPr: '<workbookPr date1904="1"/>' })
    expect(early).toEqual([['2027-05-01']])
  })

  it('tells characters beyond 16 bits, however they are written, and no others by such a number', async () => {
    const texts = '<si><t>&#134071;&#x20BB7;𠮷&#128512;&#38;&#x41;</t></si><si><t>&#1114112;</t></si>'
    expect(await cells('<row><c t="s"><v>0</v></c></row>', { texts })).toEqual([['𠮷𠮷𠮷😀&A']])
  })

  it('tells a date that is stored as text as it is shown', async () => {
    const date = (style: number, value: string) => styled(style, value, ' t="d"')
    const row = [
      date(2, '2027-10-01'),
      date(2, '2027-10-05'),
      date(1, '2027-10-01T00:00:00'),
      date(3, '2027-10-01T08:30:00.000Z'),
    ]
    expect(await cells(`<row>${row.join('')}</row>`, { styles })).toEqual([
      ['2027-10', '2027-10-05', '2027-10-01', '2027-10-01 08:30:00'],
    ])
  })

  it('writes a number that lost digits as no number that anybody typed', async () => {
    const values = [
      '3.10115123456789E+15',
      '310115123456789000',
      '310115123456789123',
      '123457000000',
      '0.30000000000000004',
      '2.5E-2',
    ]
    expect(await cells(`<row>${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`)).toEqual([
      ['3.10115123456789E+15', '3.10115123456789E+17', '310115123456789123', '123457000000', '0.3', '0.025'],
    ])
  })

  it('gives a merged cell to each row that it spans and that holds something', async () => {
    const rows = textRows([
      ['车牌', '车型', '门店', '门店二'],
      ['沪A1', '朗逸', '虹桥', '浦东'],
      ['沪A2'],
      ['沪A3', '', '', '自己的'],
      [''],
    ])
    const after = '<mergeCells><mergeCell ref="B2:B9"/><mergeCell ref="C2:D4"/><mergeCell ref="D2:D4"/></mergeCells>'
    expect(await rowsOf([{ rows, after }])).toEqual([
      ['车牌', '车型', '门店', '门店二'],
      ['沪A1', '朗逸', '虹桥', '浦东'],
      ['沪A2', '朗逸', '虹桥', '浦东'],
      ['沪A3', '朗逸', '虹桥', '自己的'],
    ])
  })

  it('says which formulas have no result, and reads errors as they are shown', async () => {
    const row =
      '<row><c><f>A2+1</f></c><c><f>A2+1</f><v></v></c><c t="str"><f>""</f><v></v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>1+1</f><v>2</v></c></row>'
    const [table] = await xlsx([{ rows: row }])
    expect(table!.rows).toEqual([['', '', '', '#DIV/0!', '2']])
    expect(table!.marks).toEqual([
      { row: 0, column: 0, kind: 'noResult', text: '' },
      { row: 0, column: 1, kind: 'noResult', text: '' },
    ])
  })

  it('says which sheets nobody sees', async () => {
    const rows = textRows([['甲']])
    const tables = await xlsx([
      { name: '旧', state: 'hidden', rows },
      { name: '更旧', state: 'veryHidden', rows },
      { name: '在用', rows },
    ])
    expect(tables.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['旧', true],
      ['更旧', true],
      ['在用', false],
    ])
  })

  it('loses the apostrophe that makes a text of what follows it', async () => {
    const row = ["'310115199001011234", "'=1+1", "''67款", "O'Neil", "'"]
    const seen = ['310115199001011234', '=1+1', "'67款", "O'Neil"]
    expect(await cells(textRows([row]))).toEqual([seen])
    expect((await text(row.join())).rows).toEqual([seen])
  })

  it.each(['xlsx', 'csv'] as const)('reads what was written as %s, whatever its first sign', async (format) => {
    const rows = [
      ['标题', '数'],
      ...['=1+1', '+86 138', '-A', '@b', "'67款", "'", "''", '310115199001011234', '0012', '𠮷，“引”\n二'].map(
        (text) => [text, 12.5],
      ),
    ]
    const bytes = await writeTable([{ name: '表', rows, widths: [] }], format)
    const counted = [
      {
        name: '表',
        rows: [
          ['数', '额'],
          [{ count: 3 }, 3],
        ],
        widths: [],
      },
    ]
    if (format === 'csv') expect((await writeTable(counted, 'csv')).toString()).toBe('\ufeff数,额\r\n3,3.00\r\n')
    const written = format === 'csv' ? bytes.toString() : await partOf(bytes, 'xl/sharedStrings.xml')
    for (const text of ['=1+1', '+86 138', '-A', '@b']) expect(written).toContain(`'${text}`)
    const [table] = await readTables(bytes, `.${format}`, MAX_ROWS)
    expect(table!.rows).toEqual(
      rows.map(([text, number]) => [text, number === 12.5 ? expect.stringMatching(/^12\.50?$/) : number]),
    )
  })

  it('has dates and times that a workbook can filter and sort by, and a text file has as they are', async () => {
    const rows = [['日期'], [{ moment: '2026-11-20' }], [{ moment: '2026-11-20 08:30' }], [{ moment: '2026-02-31' }]]
    const sheets = [{ name: '表', rows, widths: [] }]
    const bytes = await writeTable(sheets)
    const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml')
    // Days since the end of 1899.
    expect([...sheet.matchAll(/<v>(46346[\d.]*)<\/v>/g)].map(([, value]) => Number(value))).toEqual([
      46_346,
      expect.closeTo(46_346 + 8.5 / 24, 6),
    ])
    const [table] = await readTables(bytes, '.xlsx', MAX_ROWS)
    expect(table!.rows).toEqual([['日期'], ['2026-11-20'], ['2026-11-20 08:30:00'], ['2026-02-31']])
    expect((await writeTable(sheets, 'csv')).toString()).toBe(
      '\ufeff日期\r\n2026-11-20\r\n2026-11-20 08:30\r\n2026-02-31\r\n',
    )
  })

  it('loses the signs that nobody sees', async () => {
    expect(
      await cells(textRows([['\u200e沪A\u200b12345\u202c', '\u00a0L\u00adS\u2060V\u00a02 ', '\ufeff\u200d']])),
    ).toEqual([['沪A12345', 'LSV 2', ''].slice(0, 2)])
  })
})

describe('a text', () => {
  const lines = ['车牌,车型,备注', '沪A1,朗逸,好'] as const
  const table = [
    ['车牌', '车型', '备注'],
    ['沪A1', '朗逸', '好'],
  ]
  const utf16be = (content: string) => Buffer.from(content, 'utf16le').swap16()

  it.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${lines.join('\n')}`)],
    ['GBK', gbk(lines.join('\r\n'))],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le')],
    ['UTF-16, big-endian, with its mark', utf16be(`\ufeff${lines.join('\r\n')}`)],
    ['UTF-16 without a mark', Buffer.from(lines.join('\r\n'), 'utf16le')],
    ['UTF-16, big-endian, without a mark', utf16be(lines.join('\r\n'))],
    ['lines that end in CR alone', Buffer.from(lines.join('\r'))],
  ])('may be %s', async (_, bytes) => {
    expect((await text(bytes)).rows).toEqual(table)
  })

  it.each([',', '\t', ';', '|'])('may have %j between its cells, under a title of other signs', async (sign) => {
    const title = '2026年车辆台账,含新车;仅供内部'
    const content = [title, ...lines.map((line) => line.replaceAll(',', sign))].join('\n')
    expect((await text(content)).rows.slice(1).map((cells) => cells.slice(0, 3))).toEqual(table)
  })

  it('may say what stands between its cells', async () => {
    expect((await text(`sep=;\n甲,乙;丙\n`)).rows[1]).toEqual(['甲,乙', '丙'])
  })

  it('keeps quotes that belong to a text, and takes off those that programs put around', async () => {
    const content = '甲,乙,丙\n17"轮毂,"新"车,="0123"\n"左""前""","=""456""","一,\n二"\n "空" ,x,y\n'
    expect((await text(content)).rows).toEqual([
      ['甲', '乙', '丙'],
      ['17"轮毂', '"新"车', '0123'],
      ['左"前"', '456', '一,\n二'],
      ['空', 'x', 'y'],
    ])
  })

  it('names the row of a quote that never ends', async () => {
    await expect(text('甲,乙\n1,2\n"3,4\n5,6\n')).rejects.toThrow('第3行的引号没有成对，请修改后重新上传')
  })

  it('is read beside a byte that is no text, which is told, and not of another encoding', async () => {
    const spoilt = gbk('车牌,备注\n沪A1,好\n沪A2,坏')
    spoilt[spoilt.length - 1] = 0xff
    const { rows, marks } = await text(spoilt)
    expect(rows.slice(0, 2)).toEqual([
      ['车牌', '备注'],
      ['沪A1', '好'],
    ])
    expect(marks).toMatchObject([{ row: 2, column: 1, kind: 'unreadable' }])
    const foreign = Buffer.from(`a,b\n1,2\n${'\u00e9\u00ff\n'.repeat(50)}`, 'latin1')
    await expect(text(foreign)).rejects.toThrow('第3行有无法识别的文字')
  })
})

it('no cell of a table that is written begins as a formula does', async () => {
  // The wide signs count too where a spreadsheet program of Chinese or Japanese reads a CSV.
  const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
  const rows = signs.map((sign) => [`${sign}1+1`])
  const csv = (await writeTable([{ name: '表', rows, widths: [10] }], 'csv')).toString('utf8')
  for (const sign of signs) expect(csv).toContain(`'${sign}1+1`)
})
