-- The true peak of a recording is not measured any more: nothing needs it, and it took longer than the rest of decoding.

alter table tracks drop column true_peak_dbtp;
