import { contract } from '@cheyi/contract/index'
import { missingFacts, paperSections } from '@cheyi/domain/rental/agreement/paper'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { listCertificates, retireCertificate, saveCertificate } from './certificate.ts'
import { paperFacts } from './facts.ts'
import { fileOf, printAgain } from './file/file.ts'
import { generate, generateEnd, generateRenewal, generateSwap, paperOf } from './generate.ts'
import { revokeLink, sendSignLink, signLink } from './link.ts'
import { sign, signCode, signPage, verify } from './sign.ts'
import { retireStamp, saveStamp, stamp } from './stamp.ts'
import * as store from './store.ts'
import { currentTemplates, listTemplates, previewTemplate, readTemplate, saveTemplate } from './templates.ts'

export const agreement = implement(contract.agreement, {
  templates: (_, ctx) => listTemplates(ctx),
  templateVersion: readTemplate,
  saveTemplate,
  previewTemplate,

  certificates: (_, ctx) => listCertificates(ctx),
  saveCertificate,
  retireCertificate,

  stamp,
  saveStamp,
  retireStamp,

  /** Every merchant can use documents that were signed on paper. */
  async kinds({ orderId }, ctx) {
    await readOrder(ctx, orderId)
    const templates = (await currentTemplates(ctx)).filter(({ enabled }) => enabled)
    return {
      forms: templates.length === 0 ? ['paper' as const] : ['electronic' as const, 'paper' as const],
      templates: templates.map(({ type, title, version }) => ({ type, name: title, version })),
    }
  },

  async facts({ orderId, type }, ctx) {
    const order = await readOrder(ctx, orderId)
    const facts = await paperFacts(ctx, order)
    const paper = paperOf(type, order)
    return {
      sections: paperSections(paper, facts).map(({ title, rows }) => ({ title, rows: [...rows] })),
      missing: missingFacts(paper, facts, 'electronic'),
    }
  },

  async status({ orderId }, ctx) {
    await readOrder(ctx, orderId)
    const rows = await store.all(ctx.db, orderId)
    // A signed document shows the customer's numbers unmasked: every account sees that it exists, only accounts with the
    // permission can read it.
    const may = ctx.can('order.agreement')
    const photosOf = await viewsOf(ctx, rows, (row) => (may ? row.photoIds : []))
    return rows.map((row) => ({
      ...row,
      agreementId: row.id,
      photos: photosOf(row),
      ...fileOf(ctx, row),
      ...(!may && { pdfUrl: null }),
    }))
  },

  sendSms: sendSignLink,
  signLink,
  revokeLink,
  signPage,
  signCode,
  sign,
  verify,

  print: printAgain,

  generatePickup: (input, ctx) => generate(handoverType.pickup, input, ctx),
  generateReturn: (input, ctx) => generate(handoverType.return, input, ctx),
  generateSwap,
  generateRenewal,
  generateEnd,
})
