-- Deeds that one person alone may not do: asked for by a call that was refused, decided by another who holds its key, then
-- done once by repeating the call with the same input.
create table approval (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  call text not null,
  -- Any one of them decides.
  keys text[] not null,
  store_ids bigint[],
  input_hash bytea not null,
  summary text not null check (length(summary) <= 200),
  requester_id bigint not null default actor(),
  decider_id bigint,
  note text not null default '',
  state smallint not null default 0 check (state in (0, 1, 2)),
  -- Nobody else could decide when it was asked for: from then on a code sent to the requester takes the place of a decision.
  ready_at timestamptz,
  expire_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  primary key (merchant_id, id),
  check (decider_id is distinct from requester_id)
);
comment on table approval is 'state 0 待复核 1 已通过 2 已拒绝; past expire_at it is 3 已过期, which nobody writes';
create index approval_open on approval (merchant_id, requester_id, call, id) where used_at is null;
select tenant_table('approval');
