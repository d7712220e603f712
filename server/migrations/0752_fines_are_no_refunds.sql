-- Fines that the merchant paid counted as refunds in the figures of days that are over: those are made anew.
select tell_of_figures(merchant_id, 'cash', 0, moved_on::timestamp at time zone 'Asia/Shanghai')
  from ledger_entry where order_id is null and flow_kind = {flowKind.violation} and moved_on is not null;
