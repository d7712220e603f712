import { badInput, type Refusal } from '../../refusal.ts'
import type { LegalBlock, LegalContent, LegalSection, LegalText } from './legal-text.ts'

/*
 * A legal text as an editable file: `# 标题` first, `## 小标题` before each section, a line for each paragraph, `- `
 * before each item of a list, `| 单元格 | 单元格 |` for each row of a table, the first being its head. A blank line
 * separates two lists or two tables.
 */

const MAX_LENGTH = 100_000

export function legalFile({ title, preamble, sections }: LegalText): string {
  const parts = [`# ${title}`, ...preamble.map(lines)]
  for (const { heading, blocks } of sections) parts.push(`## ${heading}`, ...blocks.map(lines))
  return `${parts.join('\n\n')}\n`
}

function lines(block: LegalBlock): string {
  if (typeof block === 'string') return block
  if ('list' in block) return block.list.map((point) => `- ${point}`).join('\n')
  return block.table.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/**
 * Parses a file.
 * @param title of the expected text, so that one text is not published in place of another
 * @param consent a consent has one paragraph and nothing else
 * @throws Refusal badInput (-2) with the invalid line or section
 */
export function readLegalFile(file: string, title: string, consent = false): LegalContent {
  if (file.length > MAX_LENGTH) throw fault(`文件超过${MAX_LENGTH}字`)
  if (!file.isWellFormed() || file.includes('\u{FFFD}') || file.includes('\0')) throw fault('文件应为 UTF-8 编码的文本')
  const [first, ...rest] = file
    .replace(/^\u{FEFF}/u, '')
    .trim()
    .split(/\r?\n/)
  if (first?.trim() !== `# ${title}`) throw fault(`第一行应为“# ${title}”`)
  const preamble: LegalBlock[] = []
  const sections: { heading: string; blocks: LegalBlock[] }[] = []
  let blank = true
  rest.forEach((raw, place) => {
    const line = raw.trim()
    const at = `第${place + 2}行`
    const blocks = sections.at(-1)?.blocks ?? preamble
    if (line.startsWith('## ')) sections.push({ heading: line.slice(3).trim(), blocks: [] })
    else if (line.startsWith('#')) throw fault(`${at}：小标题应以“## ”开头`)
    else if (line !== '') add(blocks, line, blank, at)
    blank = line === '' || line.startsWith('#')
  })
  if (preamble.length === 0) throw fault('标题下没有正文')
  if (!consent) checkSections(sections)
  else if (sections.length > 0 || preamble.length > 1 || !String(preamble[0]).startsWith('客户'))
    throw fault('同意书只有一段正文，以客户二字开头')
  return { preamble, sections }
}

/** Adds a line to the blocks: an item and a row continue the list or table directly above them. */
function add(blocks: LegalBlock[], line: string, blank: boolean, at: string): void {
  const last = blank ? undefined : blocks.at(-1)
  if (line.startsWith('- ')) {
    const point = line.slice(2).trim()
    if (typeof last === 'object' && 'list' in last) blocks[blocks.length - 1] = { list: [...last.list, point] }
    else blocks.push({ list: [point] })
  } else if (line.startsWith('|')) {
    const row = line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim())
    const table = typeof last === 'object' && 'table' in last ? [...last.table, row] : [row]
    if (row.length !== table[0]!.length) throw fault(`${at}：表格应有${table[0]!.length}列`)
    if (table.length > 1) blocks[blocks.length - 1] = { table }
    else blocks.push({ table })
  } else blocks.push(line)
}

function checkSections(sections: readonly LegalSection[]): void {
  if (sections.length === 0) throw fault('没有以“## ”开头的小标题')
  const seen = new Set<string>()
  for (const { heading, blocks } of sections) {
    if (heading === '' || seen.has(heading)) throw fault(heading === '' ? '有小标题为空' : `小标题“${heading}”重复`)
    if (blocks.length === 0) throw fault(`“${heading}”下没有正文`)
    seen.add(heading)
  }
}

const fault = (words: string): Refusal => badInput('file', words)
