import { expect, it } from 'vitest'
import { takenKeys } from '../kernel/db/taken.ts'
import { sharedMerchant, t } from '../testing/world/merchant.ts'

/*
 * No unique key of the schema answers a person with a failure: what they type is refused by its field
 * (`kernel/db/taken.ts`, shown by `unique.test.ts`), and the rest stands here with the reason why typing does not meet it.
 * One that is met all the same, by two at once, is tried once more by the pipeline, and is `stale` after that.
 */

sharedMerchant()

const out: Readonly<Record<string, readonly string[]>> = {
  'a number drawn by chance, a sequence or a counter of ours': [
    'bind_token_pkey',
    'deposit_deduction_no',
    'factor_ticket_pkey',
    'login_qr_qr_hash_key',
    'login_session_token_hash_key',
    'login_ticket_pkey',
    'media_path',
    'order_no',
    'payment_trade_no',
    'recovery_code_pkey',
    'stream_ticket_pkey',
    'ticket_no',
    'illegal_no',
  ],
  'written with ON CONFLICT, so that the second finds the first': [
    'alarm_open',
    'alarm_rule_pkey',
    'bill_line_pkey',
    'daily_use_pkey',
    'device_km_pkey',
    'device_live_pkey',
    'gateway_node_pkey',
    'channel_dirty_pkey',
    'channel_event_once',
    'channel_mapping_model',
    'channel_webhook_pkey',
    'channel_order_pkey',
    'open_nonce_pkey',
    'channel_mapping_store',
    'merchant_channel_pkey',
    'damage_price_merchant_id_family_key',
    'event_pkey',
    'illegal_query_pkey',
    'import_choice_pkey',
    'legal_hold_live',
    'media_part_pkey',
    'media_space_pkey',
    'media_upload',
    'merchant_key_pkey',
    'money_proof_pkey',
    'notify_switch_pkey',
    'number_block_pkey',
    'operator_merchant_pkey',
    'outbox_once',
    'pay_bill_of',
    'pay_notice_once',
    'person_consent_live',
    'person_request_open',
    'position_pkey',
    'terminal_wrong_pkey',
    'pool_pair',
    'price_rule_pool',
    'registration_pkey',
    'ring_address_pkey',
    'road_distance_pkey',
    'task_open',
    'terminal_device_id_key',
    'terminal_pkey',
    'ticket_inspection',
    'till_shift_open',
    'user_totp_pkey',
    'agreement_template_version',
    'installation_setting_pkey',
    'ledger_txn_once',
    'login_lock_pkey',
  ],
  'the writer holds the lock of the record that it hangs on (order, pool, car, invoice, shift), and has looked': [
    'agreement_live',
    'agreement_live_swap',
    'agreement_live_renewal',
    'agreement_live_end',
    'command_running',
    'deposit_order',
    'device_stay_pkey',
    'driver_task_open',
    'expense_item_mark',
    'instalment_merchant_id_order_id_seq_key',
    'renewal_merchant_id_order_id_seq_key',
    'renewal_open',
    'termination_standing',
    'invoice_part_pkey',
    'ledger_correction_pkey',
    'long_price_months',
    'occupancy_on_rent',
    'pickup_return_record_seq',
    'price_calendar_day',
    'price_tier_days',
    'quote_used',
    'self_visit_open',
    'ticket_damage',
    'ticket_origin',
    'waiting_pkey',
    'till_count_pkey',
    'lease_filing_stretch',
    'vehicle_assignment_open',
    'vehicle_period_open',
  ],
  'one at a time, under a lock of its own': [
    'closed_month_pkey',
    'idempotency_pkey',
    'partner_user_pkey',
    'partner_user_once',
  ],
  'written by jobs and triggers, which no input reaches': [
    'audit_chain_merchant_id_audit_id_key',
    'audit_chain_pkey',
    'figure_day_pkey',
    'figure_fact_pkey',
    'figure_part_pkey',
    'figure_state_pkey',
    'follower_pkey',
    'ledger_sum_pkey',
    'order_unearned_pkey',
    'tally_pkey',
    'trial_balance_pkey',
  ],
  'written by commands and migrations of the installation': [
    'legal_text_type_version_key',
    'model_library_name',
    'schema_migration_pkey',
  ],
  'a role of the product itself, made with the merchant': ['role_letter'],
}

it('every unique key is refused by its field or says why nobody meets it', async () => {
  // Ids that the database draws itself are no keys that anybody chooses.
  const { rows } = await t.root.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and i.indisunique
        and not (i.indisprimary and exists (
          select from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and pg_get_expr(d.adbin, d.adrelid) like 'nextval%'))`,
  )
  const reasons = Object.values(out).flat()
  expect([...Object.keys(takenKeys), ...reasons].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
