# A form, line by line. The variable FAULT plants a mistake.
printf '\033]2;Form\007Name? '
read -r name
[ "$FAULT" = 6 ] && { sleep 0.3; echo "invalid name"; }
[ "$FAULT" = 7 ] && { sleep 0.2; : >draft.tmp; }
[ "$FAULT" = 8 ] && { sleep 0.2; printf '\033]2;sh\007'; }
[ "$FAULT" = 9 ] && { sleep 0.15; printf '\033[?25l'; }
printf 'Age? '
read -r age
echo "$name is $age"
[ "$FAULT" = 10 ] && { sleep 0.3; exit 1; }
exit 0
