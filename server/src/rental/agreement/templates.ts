import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { builtInTemplates } from '@cheyi/domain/rental/agreement/built-in'
import { agreementType, type ContractType, contractTypes } from '@cheyi/domain/rental/agreement/codes'
import { paperDocument } from '@cheyi/domain/rental/agreement/document'
import { endPaperExample, longPaperExample, paperExample } from '@cheyi/domain/rental/agreement/paper-example'
import {
  fillTemplate,
  type TemplateText,
  templateProblems,
  templateVariables,
} from '@cheyi/domain/rental/agreement/template'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { keepFile, signedLinks } from '../../platform/media/actions.ts'
import { printSample } from './file/print.ts'
import { company } from './store-sign.ts'
import * as store from './store-template.ts'

/** The built-in template of a type: version 0. */
const builtIn = (type: ContractType): store.TemplateRow => ({
  type,
  version: 0,
  enabled: true,
  ...builtInTemplates[type],
})

/** The current template of a document type. One query. */
export const templateOf = async (ctx: Pick<Context, 'db'>, type: ContractType): Promise<store.TemplateRow> =>
  (await store.newestOf(ctx.db, type)) ?? builtIn(type)

/** The current templates of all types. One query. */
export async function currentTemplates(ctx: Pick<Context, 'db'>): Promise<store.TemplateRow[]> {
  const own = await store.newest(ctx.db)
  return contractTypes.values.map((type) => own.find((row) => row.type === type) ?? builtIn(type))
}

/** The sample data of a document type; the sample of a long order has a value for every variable. */
const exampleAt = (madeAt: number, type: ContractType = agreementType.long) => ({
  ...(type === agreementType.end ? endPaperExample : type === agreementType.long ? longPaperExample : paperExample),
  agreementNo: 'HT261120000001',
  madeAt,
})

const view = (row: store.TemplateRow) => ({ ...row, clauses: row.clauses.map((clause) => ({ ...clause })) })

export async function listTemplates(ctx: Context): Promise<OutputOf<typeof contract.agreement.templates>> {
  const [current, history] = await Promise.all([currentTemplates(ctx), store.history(ctx.db)])
  const facts = exampleAt(ctx.now)
  return {
    templates: current.map((row) => ({
      ...view(row),
      history: history
        .filter(({ type }) => type === row.type)
        .map(({ version, createdAt, createdName }) => ({ version, createdAt, createdName })),
    })),
    variables: templateVariables.map((name) => ({ name, sample: fillTemplate(`{{${name}}}`, facts) })),
  }
}

export const readTemplate: HandlerOf<'agreement', 'templateVersion'> = async ({ type, version }, ctx) => {
  return view(version === 0 ? builtIn(type) : requireFound(await store.version(ctx.db, type, version)))
}

/** @throws Refusal badInput (-2) naming the field: a variable that does not exist, or one that is missing */
function refuseWrong(type: ContractType, template: TemplateText): void {
  const [problem] = templateProblems(type, template)
  if (problem !== undefined) throw badInput(problem.field, problem.text)
}

/**
 * Writes the next version of a template; existing documents keep their version.
 * @throws Refusal badInput (-2) as {@link refuseWrong}; stale (-5) when another account wrote a version meanwhile
 */
export const saveTemplate: HandlerOf<'agreement', 'saveTemplate'> = async ({ version, ...template }, ctx) => {
  refuseWrong(template.type, template)
  const before = await templateOf(ctx, template.type)
  if (before.version !== version) throw new Refusal('stale')
  const next = version + 1
  const row = { ...template, version: next, createdName: ctx.identity.name }
  if (!(await store.insert(ctx.db, row))) throw new Refusal('stale')
  ctx.audit({
    targetType: 'agreementTemplate',
    targetId: String(template.type),
    before: { version },
    after: { version: next, enabled: template.enabled, title: template.title, clauses: template.clauses.length },
  })
  return { version: next }
}

/**
 * The document that a template would produce from the sample data, as the same file type that customers get, marked as a
 * sample. No record references the file, so the cleanup of orphaned files deletes it.
 * @throws Refusal badInput (-2) as {@link refuseWrong}; lineFull (-7) when too many documents wait to be printed;
 *   sampleNotPrinted (5406)
 */
export const previewTemplate: HandlerOf<'agreement', 'previewTemplate'> = async ({ type, ...template }, ctx) => {
  refuseWrong(type, template)
  const { name, licenceNo } = await company(ctx.db)
  const facts = { ...exampleAt(ctx.now, type), lessor: { ...paperExample.lessor, name, licenceNo } }
  const document = paperDocument(type, facts, template, { marks: [], photos: [] })
  const bytes = await printSample(ctx, document).catch((err: unknown) => {
    if (err instanceof Refusal) throw err
    ctx.log.error({ err }, 'a sample was not printed')
    throw new Refusal('sampleNotPrinted')
  })
  const file = await keepFile(ctx, {
    biz: 'paper',
    of: null,
    kind: 'pdf',
    mime: 'application/pdf',
    extension: '.pdf',
    bytes,
  })
  return { pdfUrl: signedLinks(ctx, { path: file.path, thumb: false }, false).url }
}
